/** A row of the reviews, how a draft becomes one, and how two are compared. */
import type { DraftReview } from "../import/mod.ts";
import {
  type FieldSpec,
  FOREIGN_FIELDS,
  type ForeignField,
  isClaim,
  type MentionResolver,
  type Mentions,
  mayBeEnvelope,
  openEnvelope,
  PROVENANCES,
  type Provenance,
  placeOf,
  RATED_ASPECTS,
  type RatedAspect,
  REVIEW_FIELDS,
  reviewIdOf,
  type StoredReview,
  VERIFICATION_METHODS,
  type VerificationMethod,
  type WithholdingReason,
} from "../review/mod.ts";
import { mergeContactHashes } from "./contact_hashes.ts";

export type { StoredReview };

/** The fields that make up the published form of a review and its identity at the source, which the log names first. */
const CONTENT: readonly ContentField[] = [
  ...FOREIGN_FIELDS.filter((name) => placeOf(name).group === "source"),
  ...FOREIGN_FIELDS.filter((name) => placeOf(name).group !== "source"),
  "withheld",
];
type ContentField = ForeignField | "withheld";
export type ChangedField = ContentField | "mentions" | "alsoAt" | "marks" | "goneAtSource";

/** Fields that are never published: changing them changes nothing for readers. */
export const UNSEEN_FIELDS: ReadonlySet<ChangedField> = new Set(["sourceId", "marks"]);

type WriteMarks = (known: DraftReview["known"]) => string | null;

export function newStoredReview(draft: DraftReview, now: number, writeMarks: WriteMarks): StoredReview {
  const noted = {
    id: reviewIdOf(draft),
    marks: writeMarks(draft.known),
    evidence: null,
    givenMentions: draft.mentions,
    withheld: withheldFor(draft.hiddenAtSource === true, draft.verificationMethod),
    copyOf: null,
    goneAtSource: draft.goneAtSource,
    alsoAt: draft.alsoAt ?? [],
    givenAlsoAt: draft.alsoAt === null || draft.alsoAt.length === 0 ? null : draft.alsoAt,
    edited: draft.edited ?? false,
    createdAt: now,
    updatedAt: draft.updatedAt ?? now,
    analysis: null,
    analysisKey: null,
  };
  const review = withContent(noted, draft, NO_CONTENT);
  review.provenance = provenanceOf(draft);
  return isClaim(draft) ? { ...review, ...ATTESTED } : review;
}

/** A file that claims an invitation is an export of the inviter. */
function provenanceOf({ provenance, isProved }: DraftReview): Provenance {
  return provenance === "invitation" && !isProved ? "export" : provenance;
}

/** What becomes of a claim that nothing here was compared with: the business's own word. */
const ATTESTED = { verificationMethod: "operator_attested", verificationStrength: null } as const;

type Noted = Omit<StoredReview, ForeignField>;
type ForeignContent = Pick<StoredReview, ForeignField>;
type Changeable = { -readonly [Name in keyof StoredReview]: StoredReview[Name] };

/** A copy of the notes on a review with the content of a draft; nullable fields that the draft lacks keep their content. */
function withContent(noted: Noted, draft: DraftReview, before: ForeignContent): Changeable {
  const review: Noted & Partial<Record<ForeignField, unknown>> = { ...noted };
  for (const name of FOREIGN_FIELDS) review[name] = NULLABLE.has(name) ? (draft[name] ?? before[name]) : draft[name];
  return review as Changeable;
}

const NULLABLE: ReadonlySet<ForeignField> = new Set(
  FOREIGN_FIELDS.filter((name) => (REVIEW_FIELDS[name] as FieldSpec).isNullable === true),
);

const NO_CONTENT = Object.fromEntries(FOREIGN_FIELDS.map((name) => [name, null])) as unknown as ForeignContent;

export interface MergeOptions {
  /** Whether the draft is complete (our own formats); others are silent about titles, replies and mentions. */
  readonly complete: boolean;
  readonly resolveMentions: MentionResolver;
  readonly writeMarks: WriteMarks;
  readonly found: (stored: StoredReview) => { readonly mentions: Mentions; readonly language: string | null };
}

/** A stored review with the content of a draft. It keeps its identity, a stronger verification, and other reasons for withholding. */
export function mergeDraft(stored: StoredReview, draft: DraftReview, options: MergeOptions): StoredReview {
  const merged = withContent(stored, draft, options.complete ? NO_CONTENT : stored);
  merged.sourceId = draft.sourceId ?? stored.sourceId;
  merged.goneAtSource = draft.goneAtSource ?? (isOwnExport(draft) ? stored.goneAtSource : null);
  mergeTranslation(merged, stored, draft, options);
  merged.language = mergeLanguage(stored, draft.language, options);
  Object.assign(merged, mergeVerification(stored, draft, options));
  const given = provenanceOf(draft);
  const isNearer = PROVENANCES.indexOf(given) < PROVENANCES.indexOf(stored.provenance);
  merged.provenance = isNearer ? given : stored.provenance;
  // A reply without a date has none: it does not take over that of the reply before.
  if (draft.replyText !== null) merged.replyDate = draft.replyDate;
  if (sameRatings(merged.aspectRatings, stored.aspectRatings)) merged.aspectRatings = stored.aspectRatings;
  merged.givenMentions = mergeMentions(stored, draft.mentions, options);
  merged.givenAlsoAt = mergePlaces(stored, draft.alsoAt);
  merged.marks = mergeContactHashes(stored.marks, options.writeMarks(draft.known));
  merged.withheld = withheldAfter(stored, draft, merged.verificationMethod);
  return merged;
}

/** Our own exports know nothing new of the source; any other file that has a review shows that it is there. */
function isOwnExport({ updatedAt }: DraftReview): boolean {
  return updatedAt !== null;
}

export function changedFields(before: StoredReview, after: StoredReview): ChangedField[] {
  const changed: ChangedField[] = [];
  for (const field of CONTENT) if (before[field] !== after[field]) changed.push(field);
  if (before.givenMentions !== after.givenMentions) changed.push("mentions");
  if (before.givenAlsoAt !== after.givenAlsoAt) changed.push("alsoAt");
  if (before.marks !== after.marks) changed.push("marks");
  if (before.goneAtSource !== after.goneAtSource) changed.push("goneAtSource");
  return changed;
}

/** A translation belongs to the text it came with. A file with the translation alone does not replace the customer's own words. */
function mergeTranslation(merged: Changeable, stored: StoredReview, draft: DraftReview, options: MergeOptions): void {
  const { text, translationText, translationLanguage } = draft;
  if (options.complete) return;
  if (translationText === null) {
    const before = ownWords(stored);
    if (text !== before && before !== "") merged.translationText = merged.translationLanguage = null;
    return;
  }
  const isSame = translationText === stored.translationText;
  merged.translationLanguage = translationLanguage ?? (isSame ? stored.translationLanguage : null);
  if (text === "" && (isSame || stored.translationText === null)) merged.text = ownWords(stored);
}

/** What the customer wrote; earlier releases kept texts in Google's envelope. */
function ownWords({ text, source }: Pick<StoredReview, "text" | "source">): string {
  return source === "google" && mayBeEnvelope(text) ? (openEnvelope(text).original ?? "") : text;
}

/** Whether the customer changed the review. A translation that is recognised later, or its original, is not an edit. */
export function isEdited(before: StoredReview, after: StoredReview): boolean {
  if (before.rating !== after.rating) return true;
  const words = ownWords(before);
  const isFoundNow = words === "" && hadTranslation(before);
  return words !== after.text && !isFoundNow;
}

function hadTranslation({ text, translationText }: StoredReview): boolean {
  return translationText !== null || text !== "";
}

type Verified = Pick<StoredReview, "verificationMethod" | "verificationStrength" | "verificationDate">;

/** A file strengthens a verification and never weakens it; of the same method it is not asked for what it is silent about. */
function mergeVerification(stored: StoredReview, draft: DraftReview, { complete }: MergeOptions): Verified {
  const { verificationMethod, verificationStrength, verificationDate } = stored;
  const kept = { verificationMethod, verificationStrength, verificationDate };
  const given: Verified = isClaim(draft) ? { ...ATTESTED, verificationDate: draft.verificationDate } : draft;
  const order =
    VERIFICATION_METHODS.indexOf(given.verificationMethod) - VERIFICATION_METHODS.indexOf(verificationMethod);
  if (order > 0) return kept;
  const silent = order === 0 && !complete ? kept : null;
  return {
    verificationMethod: given.verificationMethod,
    verificationStrength: given.verificationStrength ?? silent?.verificationStrength ?? null,
    verificationDate: given.verificationDate ?? silent?.verificationDate ?? null,
  };
}

/** An owner's reason stands; the source's own word and the lack of a verification change with the draft. */
function withheldAfter(stored: StoredReview, draft: DraftReview, method: VerificationMethod): StoredReview["withheld"] {
  const isOwners = stored.withheld !== null && !DRAFTS_REASONS.has(stored.withheld);
  if (isOwners) return stored.withheld;
  const isHidden = draft.hiddenAtSource ?? stored.withheld === "hidden_at_source";
  return withheldFor(isHidden, method);
}

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

/** An export names the sources of copies that are kept here; taking that back in must not count as a change. */
function mergePlaces(stored: StoredReview, given: StoredReview["givenAlsoAt"]): StoredReview["givenAlsoAt"] {
  if (given === null) return stored.givenAlsoAt;
  if (given.length === 0) return null;
  const known = [...stored.alsoAt, ...(stored.givenAlsoAt ?? [])];
  const isKnown = given.every(({ name, url }) => known.some((place) => place.name === name && place.url === url));
  return isKnown ? stored.givenAlsoAt : given;
}

function sameMentions(one: Mentions, other: Mentions | null): boolean {
  return (
    other !== null &&
    sameList(one.technicians, other.technicians) &&
    sameList(one.services, other.services) &&
    sameList(one.service_areas, other.service_areas)
  );
}

function sameRatings(one: StoredReview["aspectRatings"], other: StoredReview["aspectRatings"]): boolean {
  const aspects = Object.keys(RATED_ASPECTS) as RatedAspect[];
  return one !== null && other !== null && aspects.every((aspect) => one[aspect] === other[aspect]);
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}
