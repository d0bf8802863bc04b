/**
 * A row of the reviews, how a draft becomes one, and what tells one from another.
 *
 * @module
 */
import type { DraftReview } from "../import/mod.ts";
import {
  type MentionResolver,
  type Mentions,
  reviewIdOf,
  type StoredReview,
  type VerificationMethod,
  type WithholdingReason,
} from "../review/mod.ts";

export type { StoredReview };

/** The fields that make up the published form of a review, and its identity at the source. */
const CONTENT = [
  "source",
  "sourceId",
  "sourceUrl",
  "date",
  "rating",
  "title",
  "text",
  "language",
  "authorName",
  "isAnonymous",
  "verificationMethod",
  "verificationDate",
  "replyText",
  "replyDate",
  "withheld",
] as const satisfies readonly (keyof StoredReview)[];
export type ChangedField = (typeof CONTENT)[number] | "mentions";

/** The row of a draft that was not known before, first saved at `now`. */
export function newStoredReview(draft: DraftReview, now: number): StoredReview {
  return {
    id: reviewIdOf(draft),
    source: draft.sourceName,
    sourceId: draft.sourceId,
    sourceUrl: draft.sourceUrl,
    date: draft.date,
    rating: draft.rating,
    title: draft.title,
    text: draft.text,
    language: draft.language,
    authorName: draft.authorName,
    isAnonymous: draft.isAnonymous,
    verificationMethod: draft.verificationMethod,
    verificationDate: draft.verificationDate,
    evidence: null,
    givenMentions: draft.mentions,
    replyText: draft.reply?.text ?? null,
    replyDate: draft.reply?.date ?? null,
    withheld: withheldFor(draft.hiddenAtSource === true, draft.verificationMethod),
    edited: draft.edited ?? false,
    createdAt: now,
    updatedAt: draft.updatedAt ?? now,
    analysis: null,
    analysisKey: null,
  };
}

export interface MergeOptions {
  /** Whether the draft says all there is (our own formats); others are silent about titles, replies and mentions. */
  readonly complete: boolean;
  readonly resolveMentions: MentionResolver;
  /** What the engine found in the stored text. */
  readonly found: (stored: StoredReview) => { readonly mentions: Mentions; readonly language: string | null };
}

/**
 * A stored review as a new draft of it says it shall be, keeping what only we can know: its identity, when it was first
 * saved, a verification that the draft does not mention, a reason for withholding other than "unverified".
 */
export function mergeDraft(stored: StoredReview, draft: DraftReview, options: MergeOptions): StoredReview {
  const verified = draft.verificationMethod !== "none" || stored.verificationMethod === "none";
  const reply = draft.reply !== null || options.complete;
  return {
    ...stored,
    source: draft.sourceName,
    sourceId: draft.sourceId ?? stored.sourceId,
    sourceUrl: draft.sourceUrl ?? (options.complete ? null : stored.sourceUrl),
    date: draft.date,
    rating: draft.rating,
    title: draft.title ?? (options.complete ? null : stored.title),
    text: draft.text,
    language: mergeLanguage(stored, draft.language, options),
    authorName: draft.authorName,
    isAnonymous: draft.isAnonymous,
    verificationMethod: verified ? draft.verificationMethod : stored.verificationMethod,
    verificationDate: verified
      ? (draft.verificationDate ?? sameMethodDate(stored, draft, options))
      : stored.verificationDate,
    replyText: reply ? (draft.reply?.text ?? null) : stored.replyText,
    replyDate: reply ? (draft.reply?.date ?? null) : stored.replyDate,
    givenMentions: mergeMentions(stored, draft.mentions, options),
    withheld: withheldAfter(stored, draft),
  };
}

/** Which fields of the published form differ. */
export function changedFields(before: StoredReview, after: StoredReview): ChangedField[] {
  const changed: ChangedField[] = [];
  for (const field of CONTENT) if (before[field] !== after[field]) changed.push(field);
  if (before.givenMentions !== after.givenMentions) changed.push("mentions");
  return changed;
}

function sameMethodDate(stored: StoredReview, draft: DraftReview, { complete }: MergeOptions): string | null {
  return !complete && stored.verificationMethod === draft.verificationMethod ? stored.verificationDate : null;
}

/** An owner's reason stands; the source's own word and the lack of a verification change with the draft. */
function withheldAfter(stored: StoredReview, draft: DraftReview): StoredReview["withheld"] {
  const isOwners = stored.withheld !== null && !DRAFTS_REASONS.has(stored.withheld);
  if (isOwners) return stored.withheld;
  const isHidden = draft.hiddenAtSource ?? stored.withheld === "hidden_at_source";
  return withheldFor(
    isHidden,
    draft.verificationMethod === "none" ? stored.verificationMethod : draft.verificationMethod,
  );
}

/** The reasons that an import gives. */
const DRAFTS_REASONS: ReadonlySet<WithholdingReason> = new Set(["unverified", "hidden_at_source"]);

function withheldFor(isHidden: boolean, method: VerificationMethod): WithholdingReason | null {
  if (isHidden) return "hidden_at_source";
  return method === "none" ? "unverified" : null;
}

/** An export names what we found ourselves; taking that back in must not count as a change. */
function mergeLanguage(stored: StoredReview, given: string | null, options: MergeOptions): string | null {
  if (given === null) return options.complete ? null : stored.language;
  return stored.language === null && given === options.found(stored).language ? null : given;
}

function mergeMentions(stored: StoredReview, given: Mentions | null, options: MergeOptions): Mentions | null {
  if (given === null || sameMentions(given, stored.givenMentions)) return stored.givenMentions;
  const wanted = options.resolveMentions(given);
  const current = options.resolveMentions(stored.givenMentions ?? options.found(stored).mentions);
  return JSON.stringify(wanted) === JSON.stringify(current) ? stored.givenMentions : given;
}

function sameMentions(one: Mentions, other: Mentions | null): boolean {
  return (
    other !== null &&
    sameList(one.technicians, other.technicians) &&
    sameList(one.services, other.services) &&
    sameList(one.service_areas, other.service_areas)
  );
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}
