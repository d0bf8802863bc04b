/** @jsxImportSource preact */
/** One review: what it says, why readers see it or not, what happened to it, and what its owner may do about it. */
import { reviewPath } from "../../http/paths.ts";
import { readMentions } from "../../owner/edit_review.ts";
import { stateOfObjections, waitingObjections } from "../../owner/inbox.ts";
import { readPairState } from "../../owner/join_copies.ts";
import { AUTHORS_REASONS } from "../../owner/remove.ts";
import { reviewState } from "../../owner/review_state.ts";
import { type Mentions, OWNERS_REASONS, REMOVAL_REASONS } from "../../review/mod.ts";
import { findReview, isAuthors, type ReviewObjection, readLog, type StoredReview } from "../../store/mod.ts";
import { BackLink, Confirm, Facts, Form, Notice, Outside, Section, Select, TextArea } from "../components.tsx";
import type { ConsoleContext, ConsolePage } from "../page.ts";
import type { ConsoleWords } from "../words.ts";
import { gonePage } from "./removed_reviews.tsx";
import { CopyForm, MentionsForm } from "./review_forms.tsx";
import {
  ObjectionText,
  pathOfReview,
  ReviewHistory,
  ReviewText,
  reasonInWords,
  removalInWords,
  StandingBadge,
  verificationOf,
} from "./review_views.tsx";

/** What comes back with a form that was not taken. */
export interface TypedOfReview {
  readonly reply?: string;
  readonly replyError?: string;
  readonly reasonError?: string;
  readonly mentions?: Mentions;
  /** What was meant is no longer what there is. */
  readonly isOvertaken?: boolean;
}

/** Null for an id that no review ever had. */
export async function keptReviewPage(context: ConsoleContext, typed: TypedOfReview = {}): Promise<ConsolePage | null> {
  const { store, words, person, means } = context;
  const id = context.parameters.id ?? "";
  const review = await findReview(store, id);
  if (review === undefined) return gonePage(context);
  const isOwner = person.role === "owner";
  const state = reviewState(review);
  const objections = await waitingObjections(store, id);
  const isPublished = review.withheld === null && review.copyOf === null;
  const pair = review.copyOf === null ? null : await readPairState(store, [id, review.copyOf]);
  const body = (
    <>
      <BackLink href="/reviews">{words.say("frame.nav.reviews")}</BackLink>
      {typed.isOvertaken && <Notice tone="waiting">{words.say("frame.changed")}</Notice>}
      {typed.reasonError !== undefined && <Notice tone="bad">{typed.reasonError}</Notice>}
      <ReviewText review={review} words={words} />
      <Facts
        rows={[
          [words.say("reviews.status"), <StandingBadge review={review} words={words} />],
          [words.say("frame.nav.verification"), verificationOf(words, review)],
          ...(review.edited ? [[words.say("review.edited"), words.say("subscribers.yes")] as const] : []),
        ]}
      />
      <ul class="row-acts">
        {isPublished && (
          <li>
            <Outside href={means.baseUrl + reviewPath(id)}>{words.say("review.public")}</Outside>
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
      <ReviewHistory words={words} lines={await readLog(store, { reviewId: id, limit: 50 })} />
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
    <Section title={words.say("inbox.objections")}>
      {objections.map((said) => (
        <ObjectionText said={said} words={words} />
      ))}
      {isOwner && (
        <>
          <p class="quiet">{words.say("review.settleLead")}</p>
          <Form
            action={`${pathOfReview(id)}/settle`}
            submit={words.say("review.settle")}
            state={stateOfObjections(objections)}
          />
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
}: PartProps & { readonly typed: TypedOfReview; readonly isOwner: boolean }) {
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
          action={`${pathOfReview(id)}/reply`}
          submit={words.say(replyText === null ? "review.replySave" : "review.replyChange")}
          state={state}
        >
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
        <Form action={`${pathOfReview(id)}/reply/remove`} submit={words.say("review.replyBack")} danger state={state} />
      )}
    </Section>
  );
}

/** Whether readers see the review, and whether it stays. */
function Decisions({ review, state, words }: PartProps) {
  const { id, withheld, verificationMethod } = review;
  const path = pathOfReview(id);
  const isOwners = OWNERS_REASONS.some((reason) => reason === withheld);
  const removals = isAuthors(review) ? AUTHORS_REASONS : REMOVAL_REASONS;
  return (
    <Section title={words.say("reviews.status")}>
      {withheld === null && (
        <Confirm action={`${path}/withhold`} submit={words.say("review.withholdNow")} state={state}>
          <p>{words.say("review.withholdLead")}</p>
          <Reasons
            id="withhold-reason"
            words={words}
            options={OWNERS_REASONS.map((reason) => [reason, reasonInWords(words, reason)])}
          />
        </Confirm>
      )}
      {isOwners && <Form action={`${path}/show`} submit={words.say("review.show")} state={state} />}
      {withheld === "unverified" && (
        <>
          <p>{words.say("review.attestLead", { mark: words.shared.say("method.operator_attested") })}</p>
          <Form action={`${path}/attest`} submit={words.say("review.attest")} state={state} />
        </>
      )}
      {withheld !== null && withheld !== "unverified" && !isOwners && <p>{words.say("review.otherwise")}</p>}
      {verificationMethod === "operator_attested" && (
        <Confirm action={`${path}/withdraw`} submit={words.say("review.withdrawNow")} state={state}>
          <p>{words.say("review.withdrawLead")}</p>
        </Confirm>
      )}
      <Confirm action={`${path}/remove`} submit={words.say("review.removeNow")} state={state}>
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
      options={[["", "–"], ...options]}
    />
  );
}
