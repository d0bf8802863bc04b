/** @jsxImportSource preact */
import { reviewPath } from "../../http/paths.ts";
import { sourceLabel } from "../../languages/mod.ts";
import type { Act } from "../../owner/act.ts";
import { attest, withdraw } from "../../owner/attest.ts";
import { join } from "../../owner/join.ts";
import { type JoinCandidate, readJoinCandidates, readPairState } from "../../owner/join_copies.ts";
import { mentions, readMentions } from "../../owner/mentions.ts";
import { AUTHORS_REASONS, remove } from "../../owner/remove.ts";
import { reply } from "../../owner/reply.ts";
import { readKeptOut, restore } from "../../owner/restore.ts";
import { settle, waitingObjections } from "../../owner/settle.ts";
import { split } from "../../owner/split.ts";
import { withhold } from "../../owner/withhold.ts";
import { cameByOwnLink, type Mentions, OWNERS_REASONS, shortened } from "../../review/mod.ts";
import { findReview, type ReviewObjection, readLog, readRemoval, type StoredReview } from "../../store/mod.ts";
import { describeRemoval } from "../activity.ts";
import { BackLink, Checkbox, Facts, Outside, Section, Select } from "../components.tsx";
import { ActForm, formRow } from "../form_of_act.tsx";
import type { ConsoleContext, ConsolePage } from "../page.ts";
import {
  ObjectionText,
  pathOfReview,
  ReviewHistory,
  ReviewText,
  VisibilityBadge,
  verificationOf,
} from "./review_views.tsx";

const acts: readonly Act[] = [reply, withhold, attest, withdraw, mentions, remove, restore, settle, join, split];

export const reviewActs = acts.map((act) => formRow(act, { page: keptReviewPage }));

/** Null for an id that was never used. */
export async function keptReviewPage(context: ConsoleContext): Promise<ConsolePage | null> {
  const { store, words, person, services } = context;
  const id = context.parameters.id ?? "";
  const review = await findReview(store, id);
  if (review === undefined) return gonePage(context);
  const isOwner = person.role === "owner";
  const objections = await waitingObjections(store, id);
  const isPublished = review.withheld === null && review.copyOf === null;
  const body = (
    <>
      <BackLink href="/reviews">{words.say("frame.nav.reviews")}</BackLink>
      <ReviewText review={review} words={words} />
      <Facts
        rows={[
          [words.say("reviews.status"), <VisibilityBadge review={review} words={words} />],
          [words.say("frame.nav.verification"), verificationOf(words, review)],
          ...(review.goneAtSource === null
            ? []
            : [[words.say("review.goneAtSource"), words.date(review.goneAtSource)] as const]),
          ...(review.edited ? [[words.say("review.edited"), words.say("subscribers.yes")] as const] : []),
        ]}
      />
      <ul class="row-acts">
        {isPublished && (
          <li>
            <Outside href={services.baseUrl + reviewPath(id)}>{words.say("review.public")}</Outside>
          </li>
        )}
        <li>
          <a href={`/insights/${encodeURIComponent(id)}`}>{words.say("review.why")}</a>
        </li>
      </ul>
      {objections.length > 0 && objectionsPart(context, objections)}
      {review.copyOf !== null && (await copyPart(context, review, review.copyOf))}
      {replyPart(context, review)}
      {isOwner && mentionsPart(context, review, await shownMentions(context, review))}
      {isOwner && decisionsPart(context, review)}
      {isOwner && review.copyOf === null && joinPart(context, review, await readJoinCandidates(store, review))}
      <ReviewHistory words={words} lines={await readLog(store, { reviewId: id, limit: 50 })} />
    </>
  );
  return { title: words.say("review.by", { author: review.authorName }), section: "reviews", body };
}

function objectionsPart(context: ConsoleContext, objections: readonly ReviewObjection[]) {
  const { words, person, parameters } = context;
  return (
    <Section title={words.say("inbox.objections")}>
      {objections.map((objection) => (
        <ObjectionText objection={objection} words={words} />
      ))}
      {person.role === "owner" && (
        <>
          <p class="quiet">{words.say("review.settleLead")}</p>
          <ActForm
            context={context}
            act={settle}
            of={{ id: parameters.id ?? "", waiting: objections }}
            submit={words.say("review.settle")}
          />
        </>
      )}
    </Section>
  );
}

async function copyPart(context: ConsoleContext, review: StoredReview, other: string) {
  const { store, words, person } = context;
  const state = await readPairState(store, [review.id, other]);
  return (
    <Section title={words.say("review.copy")}>
      <p>
        {words.say("review.splitLead")} <a href={pathOfReview(other)}>{words.say("review.splitOther")}</a>
      </p>
      {person.role === "owner" && state !== null && (
        <ActForm
          context={context}
          act={split}
          of={review}
          fixed={{ other: `${other}.${state}` }}
          submit={words.say("review.split")}
        />
      )}
    </Section>
  );
}

function joinPart(context: ConsoleContext, of: StoredReview, candidates: readonly JoinCandidate[]) {
  const { words } = context;
  if (candidates.length === 0) return null;
  const options = candidates.map(({ review, state }) => {
    const { id, authorName, date, source, text } = review;
    const place = `${words.date(date)}, ${sourceLabel(words.shared, source)}`;
    return [`${id}.${state}`, shortened(`${authorName}, ${place}: ${text}`, MAX_CANDIDATE_LENGTH)] as const;
  });
  return (
    <Section title={words.say("review.join")}>
      <p class="quiet">{words.say("review.joinLead")}</p>
      <ActForm context={context} act={join} of={of} submit={words.say("copies.same")}>
        <Select name="other" label={words.say("review.joinOther")} value="" options={[["", "–"], ...options]} />
      </ActForm>
    </Section>
  );
}

const MAX_CANDIDATE_LENGTH = 100;

function replyPart(context: ConsoleContext, review: StoredReview) {
  const { words, person, refused } = context;
  const { replyText, replyDate } = review;
  const isOwner = person.role === "owner";
  return (
    <Section title={words.say("review.reply")}>
      {replyText !== null && (!isOwner || (refused?.act === reply.name && refused.fixed.length === 0)) && (
        <p class="kept-review said" dir="auto">
          {replyText}
        </p>
      )}
      {replyDate !== null && <p class="quiet">{words.date(replyDate)}</p>}
      {isOwner && (
        <ActForm
          context={context}
          act={reply}
          of={review}
          values={{ text: replyText }}
          submit={words.say(replyText === null ? "review.replySave" : "review.replyChange")}
        />
      )}
      {!isOwner && replyText === null && <p>{words.say("review.replyNone")}</p>}
      {isOwner && replyText !== null && (
        <ActForm
          context={context}
          act={reply}
          of={review}
          fixed={{ remove: "yes" }}
          submit={words.say("review.replyBack")}
          danger
        />
      )}
    </Section>
  );
}

function decisionsPart(context: ConsoleContext, of: StoredReview) {
  const { words } = context;
  const { withheld, verificationMethod } = of;
  const isOwners = OWNERS_REASONS.some((reason) => reason === withheld);
  const choices = cameByOwnLink(of) ? { reason: AUTHORS_REASONS } : {};
  return (
    <Section title={words.say("reviews.status")}>
      {withheld === null && (
        <ActForm context={context} act={withhold} of={of} submit={words.say("review.withholdNow")} confirm>
          <p>{words.say("review.withholdLead")}</p>
        </ActForm>
      )}
      {isOwners && (
        <ActForm context={context} act={withhold} of={of} fixed={{ undo: "yes" }} submit={words.say("review.show")} />
      )}
      {withheld === "unverified" && (
        <>
          <p>{words.say("review.attestLead", { mark: words.shared.say("method.operator_attested") })}</p>
          <ActForm context={context} act={attest} of={of} submit={words.say("review.attest")} />
        </>
      )}
      {withheld !== null && withheld !== "unverified" && !isOwners && <p>{words.say("review.otherwise")}</p>}
      {verificationMethod === "operator_attested" && (
        <ActForm context={context} act={withdraw} of={of} submit={words.say("review.withdrawNow")} confirm>
          <p>{words.say("review.withdrawLead")}</p>
        </ActForm>
      )}
      <ActForm context={context} act={remove} of={of} choices={choices} submit={words.say("review.removeNow")} confirm>
        <p>{words.say("review.removeLead")}</p>
        {cameByOwnLink(of) && <p>{words.say("review.removeAuthors")}</p>}
      </ActForm>
    </Section>
  );
}

const MENTIONED = ["technicians", "services", "service_areas"] as const;

function mentionsPart(context: ConsoleContext, review: StoredReview, shown: Mentions) {
  const { words, business } = context;
  const listed = {
    // A technician is mentioned by name.
    technicians: business?.technicians.map(({ name }) => ({ id: name, name })) ?? [],
    services: business?.services ?? [],
    service_areas: business?.service_areas ?? [],
  };
  const ticks = MENTIONED.map((list) => {
    const others = shown[list].filter((each) => !listed[list].some(({ id }) => id === each));
    const options = [...listed[list], ...others.map((each) => ({ id: each, name: each }))];
    if (options.length === 0) return null;
    return (
      <fieldset class="radios">
        <legend>{words.say(`catalog.${list}`)}</legend>
        {options.map(({ id, name }, at) => (
          <Checkbox
            name={list}
            value={id}
            id={`${list}-${at}`}
            checked={shown[list].includes(id)}
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
        <ActForm context={context} act={mentions} of={review} submit={words.say("profile.save")}>
          {ticks}
        </ActForm>
      )}
      {review.givenMentions !== null && (
        <div class="row-acts">
          <ActForm
            context={context}
            act={mentions}
            of={review}
            fixed={{ as_found: "yes" }}
            submit={words.say("review.aboutFound")}
          />
        </div>
      )}
    </Section>
  );
}

async function shownMentions({ store, refused }: ConsoleContext, review: StoredReview): Promise<Mentions> {
  if (refused?.act !== mentions.name || refused.fixed.length > 0) return readMentions(store, review);
  const list = (name: string) => refused.input[name] as string[];
  return { technicians: list("technicians"), services: list("services"), service_areas: list("service_areas") };
}

/** The page of a removed review; null for an id that was never used. */
async function gonePage(context: ConsoleContext): Promise<ConsolePage | null> {
  const { store, words, person } = context;
  const id = context.parameters.id ?? "";
  const removal = await readRemoval(store, id);
  if (removal === undefined) return null;
  const isAnswer = (await store.jobs.read((reads) => reads.byReview(id))) !== undefined;
  const [keptOut] = await store.reviews.read((reads) => readKeptOut(reads, id));
  const date = words.date(new Date(removal.removedAt).toISOString().slice(0, 10));
  const body = (
    <>
      <BackLink href="/reviews/removed">{words.say("reviews.removed")}</BackLink>
      <p>{words.say("review.goneLead", { date })}</p>
      <Facts rows={[[words.shared.say("report.reason"), describeRemoval(words, removal.reason)]]} />
      {isAnswer && <p>{words.say("review.restoreAuthors")}</p>}
      {person.role === "owner" && keptOut !== undefined && removal.suppressed && !isAnswer && (
        <ActForm context={context} act={restore} of={keptOut} submit={words.say("review.restore")} />
      )}
      <ReviewHistory words={words} lines={await readLog(store, { reviewId: id, limit: 50 })} />
    </>
  );
  return { title: words.say("review.gone"), section: "reviews", body };
}
