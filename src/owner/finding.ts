/** The doctor's findings as values, which command line and console put into words. */
import type { DoubtfulPair } from "./join_copies.ts";

/** The act that would fix a finding; command line and console each name theirs. */
export type Remedy =
  | "name_business"
  | "suggest_technicians"
  | "verify_reviews"
  | "settle_copies"
  | "remove_duplicates"
  | "renew_log_key"
  | "close_database_to_others";

/** The result of a check: fine, advice for an improvement, or a fault. */
export interface Finding {
  readonly level: "fine" | "advice" | "wrong";
  readonly about: string;
  readonly message: string;
  readonly remedy?: Remedy;
  /** Pairs of reviews that may be copies, which only the owner can decide. */
  readonly pairs?: readonly DoubtfulPair[];
}

/** A finding without a need to act. */
export function fine(about: string, message: string): Finding {
  return { level: "fine", about, message };
}

/** Something that works and could be better. */
export function advice(about: string, message: string, remedy?: Remedy): Finding {
  return { level: "advice", about, message, ...(remedy && { remedy }) };
}

/** {@link advice} if it is due, otherwise nothing. */
export function adviceIf(isDue: boolean, ...args: Parameters<typeof advice>): Finding[] {
  return isDue ? [advice(...args)] : [];
}

/** Something that does not work. */
export function wrong(about: string, message: string): Finding {
  return { level: "wrong", about, message };
}
