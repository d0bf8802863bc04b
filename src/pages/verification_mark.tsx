/** @jsxImportSource preact */
/**
 * The mark of each way of verifying: a tick only where somebody else than the business, or its records, shows it.
 *
 * @module
 */
import type { VerificationMethod } from "../review/mod.ts";

const MARKS: Readonly<Record<VerificationMethod, string | null>> = {
  job_record: "m4 8.5 2.7 2.7L12.2 5",
  invitation: "M2.5 4.5h11v7h-11zm0 .5L8 9l5.5-4",
  platform: "M8 2.5 3.5 4v4c0 2.6 1.8 4.6 4.5 5.5 2.7-.9 4.5-2.9 4.5-5.5V4zM6 8l1.5 1.5L10.5 6.5",
  operator_attested: null,
  none: null,
};

/** Decoration beside words that say the same; what the business alone says has none. */
export function VerificationMark({ method }: { method: VerificationMethod }) {
  const mark = MARKS[method];
  if (mark === null) return null;
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={mark} />
    </svg>
  );
}
