/**
 * How the way in which a review was verified is put into words, the same wherever people read it.
 *
 * @module
 */
import type { JobStrength, VerificationMethod } from "./field_types.ts";

/** Short label beside a review. What the business alone says is never called verified. */
export const VERIFICATION_LABELS: Readonly<Record<VerificationMethod, string>> = {
  job_record: "Verified: a finished job",
  invitation: "Verified: invited after a job",
  platform: "Verified by the platform",
  operator_attested: "The business says so",
  none: "Not verified",
};

const STRENGTH_LABELS: Readonly<Record<JobStrength, string>> = {
  invoice: "by invoice",
  contact: "by contact",
  name_and_date: "by name and date",
};

/** What of a review's verification its words depend on. */
export interface VerificationFacts {
  readonly method: VerificationMethod;
  readonly strength: JobStrength | null;
  /** When it was checked; null when not recorded. */
  readonly date: string | null;
}

/** "Verified: a finished job, by invoice"; "The business says so, no date known". */
export function verificationInWords({ method, strength, date }: VerificationFacts): string {
  const label = VERIFICATION_LABELS[method];
  if (method === "operator_attested" && date === null) return `${label}, no date known`;
  return strength === null ? label : `${label}, ${STRENGTH_LABELS[strength]}`;
}
