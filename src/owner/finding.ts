/** What the doctor finds, as values that each door puts in its own words. */
import type { DoubtfulPair } from "./join_copies.ts";

/** An act of the owner that would settle a finding; each door says how it is done there. */
export type Remedy =
  | "name_business"
  | "suggest_technicians"
  | "verify_reviews"
  | "settle_copies"
  | "remove_duplicates"
  | "renew_log_key"
  | "close_database_to_others";

/** What a check found: all fine, something that could be better, or something wrong. */
export interface Finding {
  readonly level: "fine" | "advice" | "wrong";
  readonly about: string;
  readonly message: string;
  readonly remedy?: Remedy;
  /** Reviews that only the owner can tell apart or call one. */
  readonly pairs?: readonly DoubtfulPair[];
}

/** A finding that needs nothing. */
export function fine(about: string, message: string): Finding {
  return { level: "fine", about, message };
}

/** A finding of something that works and could be better. */
export function advice(about: string, message: string, remedy?: Remedy): Finding {
  return { level: "advice", about, message, ...(remedy && { remedy }) };
}

/** The same where there is something to say; nothing otherwise. */
export function adviceIf(isDue: boolean, ...said: Parameters<typeof advice>): Finding[] {
  return isDue ? [advice(...said)] : [];
}

/** A finding of something that does not work. */
export function wrong(about: string, message: string): Finding {
  return { level: "wrong", about, message };
}
