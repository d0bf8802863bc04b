/** Lines of the history as sentences, one for each act, for the console and `goodword log`. */
import { type ConsoleWords, messageIfAny } from "../languages/mod.ts";
import { REMOVAL_REASONS, type RemovalReason, type WithholdingReason } from "../review/mod.ts";
import type { ChangeLogLine } from "../store/mod.ts";

type Detail = ChangeLogLine["detail"];
type Sentence = (words: ConsoleWords, detail: Detail, isOfReview: boolean) => string;

/** What happened, in a sentence. What was done by a release that is not known here is named by its command. */
export function describeActivity(words: ConsoleWords, { command, reviewId, detail }: HistoryLine): string {
  const key = EARLIER_NAMES[command] ?? command;
  const sentence = Object.hasOwn(SENTENCES, key) ? SENTENCES[key] : undefined;
  if (sentence !== undefined) return sentence(words, detail, reviewId !== null);
  return messageIfAny(words, `did.${key}`, gapsIn(detail)) ?? words.say("did.other", { command });
}

/** Details of an act fill the gaps of its sentence by their names. */
function gapsIn(detail: Detail): Readonly<Record<string, string | number>> {
  const isPlain = (value: unknown) => typeof value === "string" || typeof value === "number";
  return Object.fromEntries(Object.entries(detail).filter(([, value]) => isPlain(value))) as Record<string, string>;
}

type HistoryLine = Pick<ChangeLogLine, "command" | "reviewId" | "detail">;

export function describeRemoval(words: ConsoleWords, reason: string): string {
  if (reason === "request" || reason === "withdrawn") return words.say(`review.removal.${reason}`);
  const known = REMOVAL_REASONS.find((each): each is Exclude<RemovalReason, "request"> => each === reason);
  return known === undefined ? words.say("review.removal.other") : describeReason(words, known);
}

export function describeReason(words: ConsoleWords, reason: WithholdingReason): string {
  return words.shared.say(`reason.${reason}`);
}

function describeField(words: ConsoleWords, path: string): string {
  if (/^logo\b|^logo_/.test(path)) return words.say("pictures.logo");
  if (/^photo\b|^photo_/.test(path)) return words.say("pictures.photo");
  const [list = ""] = path.split(".");
  return messageIfAny(words, `catalog.${list}`) ?? messageIfAny(words, `profile.${path}`) ?? path;
}

const namesOf = (value: unknown, inWords: (name: string) => string) =>
  [...new Set(Array.isArray(value) ? value.map((each) => inWords(String(each))) : [])].join(", ");
const textOf = (value: unknown) => (Array.isArray(value) ? value.join(", ") : String(value ?? ""));
const numberOf = (value: unknown) => (typeof value === "number" ? value : 0);
const removed: Sentence = (words, { removed: reason }) =>
  words.say("did.removed", { reason: describeRemoval(words, textOf(reason)) });

const imported: Sentence = (words, detail, isOfReview) => {
  if ("joined_with" in detail) return words.say("did.joined");
  if ("split_from" in detail) return words.say("did.parted");
  if ("gone_at_source" in detail) return words.say("did.importGone");
  if (isOfReview) return words.say("removed" in detail ? "did.importRemoved" : "did.importChanged");
  const [added = 0, changed = 0, removed = 0, gone = 0] = ["added", "changed", "removed", "gone"].map((count) =>
    numberOf(detail[count]),
  );
  const counts = words.say("did.imported", { added, changed, removed });
  return gone === 0 ? counts : `${counts} ${words.say("import.kind.gone")}: ${gone}`;
};

/** Sentences of an act that is saved as an import of one review: its own, and those of duplicates. */
const savedAs =
  (sentence: Sentence): Sentence =>
  (words, detail, isOfReview) =>
    "joined_with" in detail || "split_from" in detail
      ? imported(words, detail, isOfReview)
      : sentence(words, detail, isOfReview);

/** Of commands whose details decide on the sentence; any other has the message `did.` with its name. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  import: imported,
  undo(words, { undone, removed: gone }, isOfReview) {
    if (!isOfReview) return words.say("did.undo", { revision: textOf(undone) });
    return words.say(gone === undefined ? "did.undoRestored" : "did.undoRemoved");
  },
  reply(words, { reply }) {
    if (reply === "taken back") return words.say("did.replyRemoved");
    return words.say(reply === "changed" ? "did.replyChanged" : "did.replied");
  },
  withhold(words, { withheld }) {
    if (withheld === "no longer") return words.say("did.shown");
    return words.say("did.withheld", { reason: describeReason(words, withheld as WithholdingReason) });
  },
  answer: savedAs((words) => words.say("did.answered")),
  edit: savedAs((words) => words.say("did.edited")),
  remove: (words, detail, isOfReview) =>
    "photos" in detail ? words.say("did.photosErased") : removed(words, detail, isOfReview),
  verify: (words, { verification }, isOfReview) =>
    words.say(isOfReview ? (verification === null ? "did.unverified" : "did.verified") : "did.verifyChecked"),
  join: (words) => words.say("did.joined"),
  split: (words) => words.say("did.parted"),
  profile: savedAs((words, { fields }, isOfReview) => {
    if (isOfReview) return words.say("did.reviewChanged");
    const named = namesOf(fields, (path) => describeField(words, path));
    return named === "" ? words.say("did.profileChanged") : words.say("did.profile", { fields: named });
  }),
  mentions: (words, { mentions }) => words.say(mentions === "given" ? "did.mentions" : "did.mentionsFound"),
  recover: (words, detail, isOfReview) => {
    if ("photos" in detail) return words.say("did.photosErased");
    return isOfReview ? removed(words, detail, isOfReview) : words.say("did.recovered");
  },
  link: (words, { person }) =>
    person === undefined ? words.say("did.linked") : words.say("did.linkedAgain", { person: textOf(person) }),
  settings: (words, { settings }) =>
    words.say("did.settings", {
      names: namesOf(settings, (name) => messageIfAny(words, `settings.name.${name}`) ?? name),
    }),
  photos(words, { photos }) {
    const { added, changed } = (photos ?? {}) as Detail;
    if (added !== undefined) return words.say("did.photosAdded");
    return words.say(changed === undefined ? "did.photoRemoved" : "did.photoChanged");
  },
  migrate: savedAs((words, detail, isOfReview) =>
    isOfReview
      ? removed(words, detail, isOfReview)
      : words.say("did.migrated", { sources: textOf(detail.sources).replaceAll(" is ", " → ") }),
  ),
  "invitations links": (words, { links }) => words.say("did.linksExported", { count: numberOf(links) }),
  "invitations cards": (words, { links }) => words.say("did.cardsExported", { count: numberOf(links) }),
  "insights overrides": savedAs((words, _, isOfReview) => words.say(isOfReview ? "did.importChanged" : "did.muted")),
};

/** What the console notes of a form that notes nothing itself, by its path: the command that does the same. */
const COMMANDS_OF_FORMS: Readonly<Record<string, string>> = {
  "/import/:id/refused": "import refused",
  "/jobs/lists/:id/refused": "import refused",
};

const COMMANDS_OF_FILES: Readonly<Record<string, string>> = {
  verify_by_jobs: "verify",
  import_reviews: "import",
  import_preview: "import",
  add_jobs: "jobs add",
  people: "account",
};

/** Releases before 1.2.0 have noted the files themselves. */
const EARLIER_NAMES: Readonly<Record<string, string>> = {
  ...COMMANDS_OF_FILES,
  preview_invitation: "invitations greeting",
  notices: "notices test",
  write_links: "invitations links",
  edit_business: "profile",
  inbox: "verify",
  look_at_import: "jobs add",
  edit_review: "mentions",
  save_verifications: "verify",
  join_copies: "join",
  undo_import: "undo",
  job_list: "jobs skip",
  take_jobs: "jobs token create",
  end_subscription: "hub remove",
  "hub removed": "hub remove",
  back_up: "backup",
  insights: "insights overrides",
};

export function commandOfForm({ path, act }: { readonly path: string; readonly act: string }): string {
  return COMMANDS_OF_FORMS[path] ?? COMMANDS_OF_FILES[act] ?? act;
}
