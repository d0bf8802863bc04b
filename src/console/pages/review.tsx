/** @jsxImportSource preact */
/** One review: what it says, why readers see it or not, what happened to it, and what its owner may do about it. */
import { reviewPath } from "../../http/paths.ts";
import { attestReviews } from "../../owner/attest.ts";
import { editMentions, readMentions } from "../../owner/edit_review.ts";
import { applyManualJoin, readPairState } from "../../owner/join_copies.ts";
import { settleObjections, stateOfObjections, waitingObjections } from "../../owner/objections.ts";
import { AUTHORS_REASONS, removeReviews, restoreReview } from "../../owner/remove.ts";
import { replyToReview } from "../../owner/reply.ts";
import { reviewState } from "../../owner/review_state.ts";
import { withholdReview } from "../../owner/withhold.ts";
import { type Mentions, OWNERS_REASONS, REMOVAL_REASONS, type RemovalReason } from "../../review/mod.ts";
import {
  findReview,
  isAuthors,
  type ReviewObjection,
  readLog,
  readRemoval,
  type StoredReview,
} from "../../store/mod.ts";
import { Confirm, Empty, Facts, Form, Moment, Notice, Section, Select, StateField, TextArea } from "../components.tsx";
import type { ActAnswer, ActRow, ConsoleContext, ConsolePage, NoticeKey, SentForm } from "../page.ts";
import type { ConsoleWords } from "../words.ts";
import { CopyForm, MentionsForm } from "./review_forms.tsx";
import {
  deedInWords,
  detailInWords,
  ObjectionText,
  ReviewText,
  reasonInWords,
  Standing,
  verificationOf,
} from "./review_views.tsx";

/** What comes back with a form that was not taken. */
interface Typed {
  readonly reply?: string;
  readonly replyError?: string;
  readonly reasonError?: string;
  readonly mentions?: Mentions;
  /** What was meant is no longer what there is. */
  readonly isOvertaken?: boolean;
}

const idOf = ({ parameters }: Pick<ConsoleContext, "parameters">) => parameters.id ?? "";
const pathOf = (id: string) => `/reviews/${encodeURIComponent(id)}`;

export const reviewActs: readonly ActRow[] = [
  {
    path: "/reviews/:id/reply",
    act: "reply",
    run: async (context, form) => {
      const text = form.text("reply");
      const order = { id: idOf(context), text, date: undefined, now: context.now, expected: form.text("state") };
      const outcome = await replyToReview(context.store, order);
      switch (outcome.kind) {
        case "saved":
          return done(context, outcome.isMasked ? "done.replyMasked" : "done.replied");
        case "same":
          return done(context, "done.replied");
        case "changed":
          return again(context, 409, { reply: text, isOvertaken: true });
        case "unknown":
          return { kind: "missing" };
        case "text_refused":
          return again(context, 422, { reply: text, replyError: context.words.say("review.replyWrong") });
        default:
          return again(context, 422, { reply: text, replyError: context.words.say("review.replyEmpty") });
      }
    },
  },
  {
    path: "/reviews/:id/reply/remove",
    act: "reply",
    run: async (context, form) => {
      const order = { id: idOf(context), text: null, date: undefined, now: context.now, expected: form.text("state") };
      return settled(context, await replyToReview(context.store, order), "done.replyBack");
    },
  },
  {
    path: "/reviews/:id/withhold",
    act: "withhold",
    run: async (context, form) => {
      const reason = OWNERS_REASONS.find((each) => each === form.text("reason"));
      if (reason === undefined) return again(context, 422, { reasonError: context.words.say("review.reasonMissing") });
      const order = { id: idOf(context), reason, expected: form.text("state") };
      return settled(context, await withholdReview(context.store, order), "done.withheld");
    },
  },
  {
    path: "/reviews/:id/show",
    act: "withhold",
    run: async (context, form) => {
      const order = { id: idOf(context), reason: null, expected: form.text("state") };
      return settled(context, await withholdReview(context.store, order), "done.shown");
    },
  },
  {
    path: "/reviews/:id/attest",
    act: "attest",
    run: (context, form) => attest(context, form, "operator_attested"),
  },
  {
    path: "/reviews/:id/withdraw",
    act: "attest",
    run: (context, form) => attest(context, form, "none"),
  },
  {
    path: "/reviews/:id/mentions",
    act: "edit_review",
    run: async (context, form) => {
      const list = (name: string) => [...form.all(name)];
      const mentions = {
        technicians: list("technicians"),
        services: list("services"),
        service_areas: list("service_areas"),
      };
      const order = { id: idOf(context), mentions, expected: form.text("state") };
      const outcome = await editMentions(context.store, order);
      if (outcome.kind === "changed") return again(context, 409, { mentions, isOvertaken: true });
      return settled(context, outcome, "done.mentioned");
    },
  },
  {
    path: "/reviews/:id/mentions/found",
    act: "edit_review",
    run: async (context, form) => {
      const order = { id: idOf(context), mentions: null, expected: form.text("state") };
      return settled(context, await editMentions(context.store, order), "done.mentioned");
    },
  },
  {
    path: "/reviews/:id/remove",
    act: "remove",
    run: async (context, form) => {
      const reason = REMOVAL_REASONS.find((each) => each === form.text("reason"));
      if (reason === undefined) return again(context, 422, { reasonError: context.words.say("review.reasonMissing") });
      const order = { ids: [idOf(context)], reason, expected: form.text("state") };
      return settled(context, await removeReviews(context.store, order), "done.removed");
    },
  },
  {
    path: "/reviews/:id/restore",
    act: "remove",
    run: async (context) => settled(context, await restoreReview(context.store, idOf(context)), "done.restored"),
  },
  {
    path: "/reviews/:id/settle",
    act: "objections",
    run: async (context, form) =>
      settled(context, await settleObjections(context.store, idOf(context), form.text("state")), "done.settled"),
  },
  {
    path: "/reviews/:id/split/:other",
    act: "join_copies",
    run: async (context, form) => {
      const ids = [idOf(context), context.parameters.other ?? ""] as const;
      const outcome = await applyManualJoin(context.store, { kind: "part", ids }, form.text("state"));
      return settled(context, outcome, "done.parted");
    },
  },
];

async function attest(context: ConsoleContext, form: SentForm, method: "operator_attested" | "none") {
  const { now, person, store } = context;
  const order = { ids: [idOf(context)], method, by: person.name, now, expected: form.text("state") };
  return settled(context, await attestReviews(store, order), method === "none" ? "done.withdrawn" : "done.attested");
}

function done(context: ConsoleContext, notice: NoticeKey): ActAnswer {
  return { kind: "done", to: pathOf(idOf(context)), notice };
}

async function again(context: ConsoleContext, status: 409 | 422, typed: Typed): Promise<ActAnswer> {
  const page = await reviewPage(context, typed);
  return page === null ? { kind: "missing" } : { kind: "again", status, page };
}

/** What is refused leaves the page as it is, which says why. */
function settled(context: ConsoleContext, { kind }: { readonly kind: string }, notice: NoticeKey) {
  if (kind === "changed" || kind === "none") return again(context, 409, { isOvertaken: true });
  if (kind === "unknown") return { kind: "missing" } as const;
  const isRefused = ["withheld_otherwise", "authors", "refused", "not_suppressed", "too_different"].includes(kind);
  return isRefused ? again(context, 422, {}) : done(context, notice);
}

/** Null for an id that no review ever had. */
export async function reviewPage(context: ConsoleContext, typed: Typed = {}): Promise<ConsolePage | null> {
  const { store, words, person, means } = context;
  const id = idOf(context);
  const review = await findReview(store, id);
  if (review === undefined) return gonePage(context);
  const isOwner = person.role === "owner";
  const state = reviewState(review);
  const objections = await waitingObjections(store, id);
  const isPublished = review.withheld === null && review.copyOf === null;
  const pair = review.copyOf === null ? null : await readPairState(store, [id, review.copyOf]);
  const body = (
    <>
      <p>
        <a href="/reviews">{words.say("reviews.title")}</a>
      </p>
      {typed.isOvertaken && <Notice tone="waiting">{words.say("frame.changed")}</Notice>}
      {typed.reasonError !== undefined && <Notice tone="bad">{typed.reasonError}</Notice>}
      <ReviewText review={review} words={words} />
      <Facts
        rows={[
          [words.say("review.status"), <Standing review={review} words={words} />],
          [words.say("review.verification"), verificationOf(words, review)],
          ...(review.edited ? [[words.say("review.edited"), words.say("subscribers.yes")] as const] : []),
        ]}
      />
      <ul class="row-acts">
        {isPublished && (
          <li>
            <a href={means.baseUrl + reviewPath(id)} target="_blank" rel="noreferrer">
              {words.say("review.public")}
            </a>
          </li>
        )}
        <li>
          <a href={`/insights/${encodeURIComponent(id)}`}>{words.say("review.why")}</a>
        </li>
      </ul>
      {objections.length > 0 && <Objections {...{ id, objections, words, isOwner }} />}
      {review.copyOf !== null && <CopyForm {...{ review, other: review.copyOf, state: pair, words, isOwner }} />}
      <ReplyPart {...{ review, state, typed, words, isOwner }} />
      {isOwner && (
        <MentionsForm
          {...{ id, state, words, business: context.business, isGiven: review.givenMentions !== null }}
          mentions={typed.mentions ?? (await readMentions(store, review))}
        />
      )}
      {isOwner && <Decisions review={review} state={state} words={words} />}
      <History context={context} lines={await readLog(store, { reviewId: id, limit: 50 })} />
    </>
  );
  return { title: words.say("review.by", { author: review.authorName }), section: "reviews", body };
}

interface PartProps {
  readonly review: StoredReview;
  readonly state: string;
  readonly words: ConsoleWords;
}

function Objections({
  id,
  objections,
  words,
  isOwner,
}: {
  readonly id: string;
  readonly objections: readonly ReviewObjection[];
  readonly words: ConsoleWords;
  readonly isOwner: boolean;
}) {
  return (
    <Section title={words.say("review.objections")}>
      {objections.map((said) => (
        <ObjectionText said={said} words={words} />
      ))}
      {isOwner && (
        <>
          <p class="quiet">{words.say("review.settleLead")}</p>
          <Form action={`${pathOf(id)}/settle`} submit={words.say("review.settle")}>
            <StateField value={stateOfObjections(objections)} />
          </Form>
        </>
      )}
    </Section>
  );
}

function ReplyPart({
  review: { id, replyText, replyDate },
  state,
  typed,
  words,
  isOwner,
}: PartProps & { readonly typed: Typed; readonly isOwner: boolean }) {
  const isOther = typed.reply !== undefined && typed.reply !== replyText;
  return (
    <Section title={words.say("review.reply")}>
      {replyText !== null && (isOther || !isOwner) && (
        <p class="kept-review said" dir="auto">
          {replyText}
        </p>
      )}
      {replyDate !== null && <p class="quiet">{words.date(replyDate)}</p>}
      {isOwner ? (
        <Form
          action={`${pathOf(id)}/reply`}
          submit={words.say(replyText === null ? "review.replySave" : "review.replyChange")}
        >
          <StateField value={state} />
          <TextArea
            {...{ name: "reply", label: words.say("review.reply"), hint: words.say("review.replyHint") }}
            value={typed.reply ?? replyText ?? ""}
            error={typed.replyError}
          />
        </Form>
      ) : (
        replyText === null && <p>{words.say("review.replyNone")}</p>
      )}
      {isOwner && replyText !== null && (
        <Form action={`${pathOf(id)}/reply/remove`} submit={words.say("review.replyBack")} danger>
          <StateField value={state} />
        </Form>
      )}
    </Section>
  );
}

/** Whether readers see the review, and whether it stays. */
function Decisions({ review, state, words }: PartProps) {
  const { id, withheld, verificationMethod } = review;
  const path = pathOf(id);
  const isOwners = OWNERS_REASONS.some((reason) => reason === withheld);
  const removals = isAuthors(review) ? AUTHORS_REASONS : REMOVAL_REASONS;
  return (
    <Section title={words.say("review.status")}>
      {withheld === null && (
        <Confirm
          label={words.say("review.withhold")}
          action={`${path}/withhold`}
          submit={words.say("review.withholdNow")}
        >
          <StateField value={state} />
          <p>{words.say("review.withholdLead")}</p>
          <Reasons
            id="withhold-reason"
            words={words}
            options={OWNERS_REASONS.map((reason) => [reason, reasonInWords(words, reason)])}
          />
        </Confirm>
      )}
      {isOwners && (
        <Form action={`${path}/show`} submit={words.say("review.show")}>
          <StateField value={state} />
        </Form>
      )}
      {withheld === "unverified" && (
        <>
          <p>{words.say("review.attestLead")}</p>
          <Form action={`${path}/attest`} submit={words.say("review.attest")}>
            <StateField value={state} />
          </Form>
        </>
      )}
      {withheld !== null && withheld !== "unverified" && !isOwners && <p>{words.say("review.otherwise")}</p>}
      {verificationMethod === "operator_attested" && (
        <Confirm
          label={words.say("review.withdraw")}
          action={`${path}/withdraw`}
          submit={words.say("review.withdrawNow")}
        >
          <StateField value={state} />
          <p>{words.say("review.withdrawLead")}</p>
        </Confirm>
      )}
      <Confirm label={words.say("review.remove")} action={`${path}/remove`} submit={words.say("review.removeNow")}>
        <StateField value={state} />
        <p>{words.say("review.removeLead")}</p>
        {isAuthors(review) && <p>{words.say("review.removeAuthors")}</p>}
        <Reasons
          id="remove-reason"
          words={words}
          options={removals.map((reason) => [reason, removalInWords(words, reason)])}
        />
      </Confirm>
    </Section>
  );
}

function Reasons({
  id,
  words,
  options,
}: {
  readonly id: string;
  readonly words: ConsoleWords;
  readonly options: readonly (readonly [value: string, label: string])[];
}) {
  return (
    <Select
      {...{ id, name: "reason", label: words.say("review.reason"), value: "" }}
      options={[["", "–"] as const, ...options].map(([value, label]) => ({ value, label }))}
    />
  );
}

function removalInWords(words: ConsoleWords, reason: string): string {
  if (reason === "request" || reason === "withdrawn") return words.say(`review.removal.${reason}`);
  const known = REMOVAL_REASONS.find((each): each is Exclude<RemovalReason, "request"> => each === reason);
  return known === undefined ? words.say("review.removal.other") : reasonInWords(words, known);
}

function History({
  context: { words },
  lines,
}: {
  readonly context: ConsoleContext;
  readonly lines: Awaited<ReturnType<typeof readLog>>;
}) {
  return (
    <Section title={words.say("review.history")}>
      {lines.length === 0 && <p class="quiet">{words.say("review.noHistory")}</p>}
      <ul class="deeds">
        {lines.map((line) => (
          <li>
            <Moment at={line.at} words={words} /> <strong>{deedInWords(words, line.command)}</strong>{" "}
            <bdi>{line.by ?? words.say("activity.server")}</bdi> <span class="quiet">{detailInWords(line)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What is left of a review that was removed. */
async function gonePage(context: ConsoleContext): Promise<ConsolePage | null> {
  const { store, words, person } = context;
  const id = idOf(context);
  const removal = await readRemoval(store, id);
  if (removal === undefined) return null;
  const isAnswer = (await store.jobs.read((reads) => reads.byReview(id))) !== undefined;
  const date = words.date(new Date(removal.removedAt).toISOString().slice(0, 10));
  const body = (
    <>
      <p>
        <a href="/reviews/removed">{words.say("reviews.removed")}</a>
      </p>
      <p>{words.say("review.goneLead", { date })}</p>
      <Facts rows={[[words.say("review.reason"), removalInWords(words, removal.reason)]]} />
      {isAnswer && <p>{words.say("review.restoreAuthors")}</p>}
      {person.role === "owner" && removal.suppressed && !isAnswer && (
        <Form action={`${pathOf(id)}/restore`} submit={words.say("review.restore")} />
      )}
      <History context={context} lines={await readLog(store, { reviewId: id, limit: 50 })} />
    </>
  );
  return { title: words.say("review.gone"), section: "reviews", body };
}

/** Ids of what was removed, the latest first. */
export async function removedPage({ store, words }: ConsoleContext): Promise<ConsolePage> {
  const removals = await store.reviews.read((reads) => reads.removals());
  const latest = [...removals].sort((one, other) => other.removedAt - one.removedAt).slice(0, MOST_REMOVED);
  const body = (
    <>
      <p>
        <a href="/reviews">{words.say("reviews.title")}</a>
      </p>
      {latest.length === 0 ? (
        <Empty title={words.say("reviews.removedNone")}>
          <p>{words.say("reviews.removedAdvice")}</p>
        </Empty>
      ) : (
        <p>{words.say("reviews.removedAdvice")}</p>
      )}
      <ul class="deeds">
        {latest.map(({ id, removedAt, reason }) => (
          <li>
            <Moment at={removedAt} words={words} /> <a href={pathOf(id)}>{id}</a>{" "}
            <span class="quiet">{removalInWords(words, reason)}</span>
          </li>
        ))}
      </ul>
    </>
  );
  return { title: words.say("reviews.removed"), section: "reviews", body };
}

const MOST_REMOVED = 500;
