/** Why a kept review is not published. There is deliberately no reason "low rating". */
export const WITHHOLDING_REASONS = [
  "unverified",
  "hidden_at_source",
  "duplicate",
  "spam",
  "privacy",
  "legal",
  "insider",
] as const;
/** Why a stored review is not published. */
export type WithholdingReason = (typeof WITHHOLDING_REASONS)[number];
