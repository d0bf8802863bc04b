/** The business answers a review in public, or takes its answer back. */
import {
  calendarDateAt,
  countCharacters,
  isLongerThan,
  MAX_TEXT_LENGTH,
  maskPersonalData,
  normaliseText,
  type Reply,
  textFault,
} from "../review/mod.ts";
import { instantOfChange, readBusiness, type Store } from "../store/mod.ts";
import { isAsSeen, type LeftAsItWas, type Seen } from "./review_state.ts";

/** An answer as the owner gives it. */
interface ReplyOrder extends Seen {
  readonly id: string;
  /** As it was given; null takes the answer back. */
  readonly text: string | null;
  /** What becomes of telephone numbers and e-mail addresses that the profile does not publish; asked for when there are any. */
  readonly contacts?: ReplyContacts | undefined;
  /** When it was given, a calendar date; today when left out. */
  readonly date: string | undefined;
  readonly now: number;
}

/** Contacts in an answer are published as they were typed, or masked. */
export const REPLY_CONTACTS = ["publish", "mask"] as const;
export type ReplyContacts = (typeof REPLY_CONTACTS)[number];

/** What came of an answer. All but `saved` leave the store as it was. */
export type ReplyOutcome =
  /** `text` is what will be published. */
  | { readonly kind: "saved"; readonly revision: number; readonly text: string | null }
  /** The answer holds these contacts, and `contacts` was left out. */
  | { readonly kind: "contacts_found"; readonly found: readonly string[] }
  | LeftAsItWas
  /** `fault` completes "The answer ...". */
  | { readonly kind: "text_refused"; readonly fault: string }
  | { readonly kind: "wrong_length"; readonly characters: number }
  | { readonly kind: "in_future"; readonly date: string };

/** Gives a review this answer in place of any other. Doing it twice changes nothing. */
export async function replyToReview(
  store: Store,
  { id, text, contacts, date, now, expected }: ReplyOrder,
): Promise<ReplyOutcome> {
  if (text === null) return save(store, id, { reply: null, expected });
  const fault = textFault(text);
  if (fault !== null) return { kind: "text_refused", fault };
  const profile = (await readBusiness(store))?.profile;
  const typed = normaliseText(text);
  const { text: masked, redactions } = maskPersonalData(typed, profile);
  const reply = contacts === "publish" ? typed : masked;
  if (reply === "" || isLongerThan(reply, MAX_TEXT_LENGTH)) {
    return { kind: "wrong_length", characters: countCharacters(reply) };
  }
  const today = calendarDateAt(now, profile?.time_zone ?? "UTC");
  const given = date ?? today;
  if (given > today) return { kind: "in_future", date: given };
  if (redactions.length > 0 && contacts === undefined) {
    return { kind: "contacts_found", found: redactions.map(({ before }) => before) };
  }
  return save(store, id, { reply: { text: reply, date: given }, expected });
}

interface NewReply {
  /** Null takes the answer back. */
  readonly reply: Reply | null;
  readonly expected: string | undefined;
}

function save({ reviews }: Store, id: string, { reply, expected }: NewReply): Promise<ReplyOutcome> {
  return reviews.write(async (writes): Promise<ReplyOutcome> => {
    const before = await writes.review(id);
    if (before === undefined) return { kind: "unknown" };
    const text = reply?.text ?? null;
    if (before.replyText === text) return { kind: "same" };
    if (!isAsSeen(before, expected)) return { kind: "changed" };
    const at = instantOfChange(writes.now, await writes.state());
    await writes.changeReview(id, { replyText: text, replyDate: reply?.date ?? null, updatedAt: at });
    const detail = { reply: reply === null ? "taken back" : before.replyText === null ? "given" : "changed" };
    const revision = await writes.recordChange({ command: "reply", at, lines: [{ reviewId: id, detail }] });
    return { kind: "saved", revision, text };
  });
}
