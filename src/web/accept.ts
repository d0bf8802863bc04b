/**
 * Preferences of clients, RFC 9110 section 12.4.2 and 12.5.1: which types or codings they take, and how gladly.
 *
 * @module
 */

const WEIGHT = /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/;

/** The members of a header such as Accept, in lower case, with their weight: 1 by default, 0 if malformed. */
export function preferencesOf(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const element of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = element.split(";").map((part) => part.trim());
    if (name !== "") weights.set(name, weightOf(parameters));
  }
  return weights;
}

/** Whether a client names `type` and likes it no less than `other`. Clients that take anything get the other. */
export function prefers(accept: string | null, type: string, other: string): boolean {
  const weights = preferencesOf(accept ?? "");
  const weight = weights.get(type) ?? 0;
  return weight > 0 && weight >= (weights.get(other) ?? 0);
}

/** Whether a client takes one of these types or ranges; one that says nothing takes all. */
export function takes(accept: string | null, types: readonly string[]): boolean {
  if (accept === null || accept.trim() === "") return true;
  const weights = preferencesOf(accept);
  return types.some((type) => (weights.get(type) ?? 0) > 0);
}

function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith("q="));
  if (given === undefined) return 1;
  return WEIGHT.test(given) ? Number(given.slice(2)) : 0;
}
