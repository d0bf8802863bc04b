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

export interface Finding {
  readonly level: "fine" | "advice" | "wrong";
  readonly about: string;
  readonly message: string;
  readonly remedy?: Remedy;
  readonly pairs?: readonly DoubtfulPair[];
}

export function fine(about: string, message: string): Finding {
  return { level: "fine", about, message };
}

export function advice(about: string, message: string, remedy?: Remedy): Finding {
  return { level: "advice", about, message, ...(remedy && { remedy }) };
}

export function adviceIf(isDue: boolean, about: string, message: string, remedy?: Remedy): Finding[] {
  return isDue ? [advice(about, message, remedy)] : [];
}

export function wrong(about: string, message: string): Finding {
  return { level: "wrong", about, message };
}
