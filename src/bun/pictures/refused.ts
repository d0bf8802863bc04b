/** A picture that cannot be used; the reason follows "Cannot use the logo: ". */
export function refused(reason: string) {
  return { kind: "refused", reason } as const;
}
