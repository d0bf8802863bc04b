/** @jsxImportSource preact */
/** One review: what it says, why readers see it or not, what happened to it, and what its owner may do about it. */
import { reviewPath } from "../../http/paths.ts";
import type { ConsoleWords } from "../../languages/mod.ts";
import { sourceLabel } from "../../languages/mod.ts";
import { readMentions } from "../../owner/edit_review.ts";
import { stateOfObjections, waitingObjections } from "../../owner/inbox.ts";
import { type JoinCandidate, readJoinCandidates, readPairState } from "../../owner/join_copies.ts";
import { AUTHORS_REASONS } from "../../owner/remove.ts";
import { reviewState } from "../../owner/review_state.ts";
import { type Mentions, OWNERS_REASONS, REMOVAL_REASONS, shortened } from "../../review/mod.ts";
import {
  findReview,
  isAuthors,
  type ReviewObjection,
  readLog,
  readRemoval,
  type StoredReview,
} from "../../store/mod.ts";
import { reasonInWords, removalInWords } from "../activity.ts";
import {
  BackLink,
  Checkbox,
  Confirm,
  Facts,
  Form,
  Notice,
  Outside,
  Section,
  Select,
  TextArea,
} from "../components.tsx";
import type { ConsoleContext, ConsolePage } from "../page.ts";
import {
  ObjectionText,
  pathOfReview,
  ReviewHistory,
  ReviewText,
  StandingBadge,
  verificationOf,
} from "./review_views.tsx";

/** What comes back with a form that was not taken. */
export interface TypedOfReview {
  readonly reply?: string;
  readonly replyError?: string;
  /** Contacts in the reply that the profile does not publish. */
  readonly replyContacts?: readonly string[];
  readonly reasonError?: string;
  readonly joinError?: string;
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
  const objections = await waitingObjections(store, id);
  const isPublished = review.withheld === null && review.copyOf === null;
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
      {objections.length > 0 && objectionsPart(context, objections)}
      {review.copyOf !== null && (await copyPart(context, id, review.copyOf))}
      {replyPart(context, review, typed)}
      {isOwner && mentionsPart(context, review, typed.mentions ?? (await readMentions(store, review)))}
      {isOwner && decisionsPart(words, review)}
      {isOwner && review.copyOf === null && joinPart(context, await readJoinCandidates(store, review), typed.joinError)}
      <ReviewHistory words={words} lines={await readLog(store, { reviewId: id, limit: 50 })} />
    </>
  );
  return { title: words.say("review.by", { author: review.authorName }), section: "reviews", body };
}

function objectionsPart({ words, person, parameters }: ConsoleContext, objections: readonly ReviewObjection[]) {
  return (
    <Section title={words.say("inbox.objections")}>
      {objections.map((said) => (
        <ObjectionText said={said} words={words} />
      ))}
      {person.role === "owner" && (
        <>
          <p class="quiet">{words.say("review.settleLead")}</p>
          <Form
            action={`${pathOfReview(parameters.id ?? "")}/settle`}
            submit={words.say("review.settle")}
            state={stateOfObjections(objections)}
          />
        </>
      )}
    </Section>
  );
}

/** That a review is taken for a copy of another, and an end to that, unless the other is gone. */
async function copyPart({ store, words, person }: ConsoleContext, id: string, other: string) {
  const state = await readPairState(store, [id, other]);
  return (
    <Section title={words.say("review.copy")}>
      <p>
        {words.say("review.splitLead")} <a href={pathOfReview(other)}>{words.say("review.splitOther")}</a>
      </p>
      {person.role === "owner" && state !== null && (
        <Form
          action={`${pathOfReview(id)}/split/${encodeURIComponent(other)}`}
          submit={words.say("review.split")}
          state={state}
        />
      )}
    </Section>
  );
}

/** Joins another review by the same customer; nothing where no other has the same stars on a nearby day. */
function joinPart({ words, parameters }: ConsoleContext, candidates: readonly JoinCandidate[], error?: string) {
  if (candidates.length === 0) return null;
  const options = candidates.map(({ review, state }) => {
    const { id, authorName, date, source, text } = review;
    const place = `${words.date(date)}, ${sourceLabel(words.shared, source)}`;
    return [`${id}.${state}`, shortened(`${authorName}, ${place}: ${text}`, LONGEST_CANDIDATE)] as const;
  });
  return (
    <Section title={words.say("review.join")}>
      <p class="quiet">{words.say("review.joinLead")}</p>
      <Form action={`${pathOfReview(parameters.id ?? "")}/join`} submit={words.say("copies.same")}>
        <Select
          {...{ name: "other", label: words.say("review.joinOther"), value: "", error }}
          options={[["", "–"], ...options]}
        />
      </Form>
    </Section>
  );
}

const LONGEST_CANDIDATE = 100;

function replyPart({ words, person }: ConsoleContext, review: StoredReview, typed: TypedOfReview) {
  const { id, replyText, replyDate } = review;
  const isOwner = person.role === "owner";
  const state = reviewState(review);
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
          {typed.replyContacts !== undefined && (
            <Select
              {...{ name: "contacts", label: words.say("review.replyContacts"), value: "" }}
              error={words.say("review.replyContactsFound", { contacts: typed.replyContacts.join(", ") })}
              options={[
                ["", "–"],
                ["publish", words.say("review.replyContactsPublish")],
                ["mask", words.say("review.replyContactsMask")],
              ]}
            />
          )}
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
function decisionsPart(words: ConsoleWords, review: StoredReview) {
  const { id, withheld, verificationMethod } = review;
  const path = pathOfReview(id);
  const state = reviewState(review);
  const isOwners = OWNERS_REASONS.some((reason) => reason === withheld);
  const removals = isAuthors(review) ? AUTHORS_REASONS : REMOVAL_REASONS;
  return (
    <Section title={words.say("reviews.status")}>
      {withheld === null && (
        <Confirm action={`${path}/withhold`} submit={words.say("review.withholdNow")} state={state}>
          <p>{words.say("review.withholdLead")}</p>
          {reasonField(
            words,
            "withhold-reason",
            OWNERS_REASONS.map((reason) => [reason, reasonInWords(words, reason)]),
          )}
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
        {reasonField(
          words,
          "remove-reason",
          removals.map((reason) => [reason, removalInWords(words, reason)]),
        )}
      </Confirm>
    </Section>
  );
}

function reasonField(words: ConsoleWords, id: string, reasons: readonly (readonly [value: string, label: string])[]) {
  return (
    <Select
      {...{ id, name: "reason", label: words.say("review.reason"), value: "" }}
      options={[["", "–"], ...reasons]}
    />
  );
}

const MENTIONED = ["technicians", "services", "service_areas"] as const;

/** Technicians, services and areas to tick: what is listed, and what is mentioned besides. */
function mentionsPart({ words, business }: ConsoleContext, review: StoredReview, mentions: Mentions) {
  const path = `${pathOfReview(review.id)}/mentions`;
  const state = reviewState(review);
  const listed = {
    // They are mentioned by their names.
    technicians: business?.technicians.map(({ name }) => ({ id: name, name })) ?? [],
    services: business?.services ?? [],
    service_areas: business?.service_areas ?? [],
  };
  const ticks = MENTIONED.map((list) => {
    const others = mentions[list].filter((each) => !listed[list].some(({ id }) => id === each));
    const options = [...listed[list], ...others.map((each) => ({ id: each, name: each }))];
    if (options.length === 0) return null;
    return (
      <fieldset class="radios">
        <legend>{words.say(`catalog.${list}`)}</legend>
        {options.map(({ id, name }, at) => (
          <Checkbox
            {...{ name: list, value: id, id: `${list}-${at}`, checked: mentions[list].includes(id) }}
            label={<bdi>{name}</bdi>}
          />
        ))}
      </fieldset>
    );
  });
  const isEmpty = ticks.every((each) => each === null);
  return (
    <Section title={words.say("review.about")}>
      <p class="quiet">{words.say(isEmpty ? "review.aboutNone" : "review.aboutLead")}</p>
      {!isEmpty && (
        <Form action={path} submit={words.say("profile.save")} state={state}>
          {ticks}
        </Form>
      )}
      {review.givenMentions !== null && (
        <div class="row-acts">
          <Form action={`${path}/found`} submit={words.say("review.aboutFound")} state={state} />
        </div>
      )}
    </Section>
  );
}

/** What is left of a review that was removed; null for one that never was. */
async function gonePage(context: ConsoleContext): Promise<ConsolePage | null> {
  const { store, words, person } = context;
  const id = context.parameters.id ?? "";
  const removal = await readRemoval(store, id);
  if (removal === undefined) return null;
  const isAnswer = (await store.jobs.read((reads) => reads.byReview(id))) !== undefined;
  const date = words.date(new Date(removal.removedAt).toISOString().slice(0, 10));
  const body = (
    <>
      <BackLink href="/reviews/removed">{words.say("reviews.removed")}</BackLink>
      <p>{words.say("review.goneLead", { date })}</p>
      <Facts rows={[[words.say("review.reason"), removalInWords(words, removal.reason)]]} />
      {isAnswer && <p>{words.say("review.restoreAuthors")}</p>}
      {person.role === "owner" && removal.suppressed && !isAnswer && (
        <Form action={`${pathOfReview(id)}/restore`} submit={words.say("review.restore")} />
      )}
      <ReviewHistory words={words} lines={await readLog(store, { reviewId: id, limit: 50 })} />
    </>
  );
  return { title: words.say("review.gone"), section: "reviews", body };
}
