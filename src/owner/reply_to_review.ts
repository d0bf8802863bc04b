/**
 * The business answers a review in public, or takes its answer back.
 *
 * @module
 */
import {
  calendarDateAt,
  countCharacters,
  isLongerThan,
  MAX_TEXT_LENGTH,
  maskPersonalData,
  normaliseText,
  textFault,
} from "../review/mod.ts";
import { readBusiness, type Store, saveReply } from "../store/mod.ts";

/** An answer as the owner gives it. */
export interface ReplyOrder {
  readonly id: string;
  /** As it was given; null takes the answer back. */
  readonly text: string | null;
  /** When it was given, a calendar date; today when left out. */
  readonly date: string | undefined;
  readonly now: number;
}

/** What came of an answer. All but `saved` leave the store as it was. */
export type RepliedTo =
  /** `text` is what will be published; `isMasked` when an address or a number was taken out of it. */
  | { readonly kind: "saved"; readonly revision: number; readonly text: string | null; readonly isMasked: boolean }
  | { readonly kind: "same" }
  | { readonly kind: "unknown" }
  /** `fault` completes "The answer ...". */
  | { readonly kind: "text_refused"; readonly fault: string }
  | { readonly kind: "wrong_length"; readonly characters: number }
  | { readonly kind: "in_future"; readonly date: string };

/** Gives a review this answer in place of any other. Doing it twice changes nothing. */
export async function replyToReview(store: Store, { id, text, date, now }: ReplyOrder): Promise<RepliedTo> {
  if (text === null) return saved(await saveReply(store, { id, reply: null }), null, false);
  const fault = textFault(text);
  if (fault !== null) return { kind: "text_refused", fault };
  const { text: masked, redactions } = maskPersonalData(normaliseText(text));
  if (masked === "" || isLongerThan(masked, MAX_TEXT_LENGTH)) {
    return { kind: "wrong_length", characters: countCharacters(masked) };
  }
  const today = calendarDateAt(now, (await readBusiness(store))?.profile.time_zone ?? "UTC");
  const given = date ?? today;
  if (given > today) return { kind: "in_future", date: given };
  const outcome = await saveReply(store, { id, reply: { text: masked, date: given } });
  return saved(outcome, masked, redactions.length > 0);
}

function saved(outcome: Awaited<ReturnType<typeof saveReply>>, text: string | null, isMasked: boolean): RepliedTo {
  return outcome.kind === "saved" ? { ...outcome, text, isMasked } : outcome;
}
