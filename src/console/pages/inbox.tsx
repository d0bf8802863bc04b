/** @jsxImportSource preact */

import type { ConsoleWords } from "../../languages/mod.ts";
import { diagnose } from "../../owner/doctor.ts";
import type { Finding, Remedy } from "../../owner/finding.ts";
import { countWaiting, type Inbox, readInbox } from "../../owner/inbox.ts";
import { dismissSurge } from "../../owner/inbox_dismiss.ts";
import { answerLicense } from "../../owner/profile_license.ts";
import { reply } from "../../owner/reply.ts";
import { findReviews, type Listing, type StoredReview } from "../../store/mod.ts";
import { BackLink, Badge, ButtonLink, Empty, Notice, Section } from "../components.tsx";
import { ActForm, formRow } from "../form_of_act.tsx";
import type { ConsoleContext, ConsoleModule, ConsolePage } from "../page.ts";
import { SetupGuide } from "./guide.tsx";
import { ObjectionText, pathOfReview, ReviewText } from "./review_views.tsx";
import { DismissForm, surgePage, surgePath } from "./surge.tsx";

const REPLY = "/inbox/:id/reply";

export const inboxModule: ConsoleModule = {
  pages: [
    { path: "/", show: inboxPage },
    { path: "/check", show: checkPage },
    { path: surgePath(":id"), show: surgePage },
  ],
  acts: [
    formRow(reply, { path: REPLY, page: inboxPage, to: "/" }),
    formRow(dismissSurge, { page: surgePage, to: "/" }),
    formRow(answerLicense, { page: inboxPage, to: "/" }),
  ],
};

async function inboxPage(context: ConsoleContext): Promise<ConsolePage> {
  const { store, words, services, now, refused } = context;
  const { perRevision } = services;
  const { exportReminderMs } = services.config;
  const inbox = await readInbox(store, { now, perRevision, exportReminderMs });
  // Keep a refused reply on the page even if its review no longer needs one.
  const ids = [
    ...new Set([...(refused === undefined ? [] : [refused.id]), ...inbox.unanswered.reviews.map(({ id }) => id)]),
  ];
  const found = new Map((await findReviews(store, ids)).map((review) => [review.id, review]));
  const body = (
    <>
      {inbox.isNew && (
        <Empty title={words.say("inbox.new")} advice={words.say("inbox.newAdvice")}>
          {context.business?.is_sample && <p>{words.say("inbox.newSample")}</p>}
          <ButtonLink href="/import">{words.say("import.title")}</ButtonLink>
        </Empty>
      )}
      <SetupGuide context={context} inbox={inbox} />
      {!inbox.isNew && countWaiting(inbox) === 0 && (
        <Empty title={words.say("inbox.empty")} advice={words.say("inbox.emptyAdvice")} />
      )}
      {!inbox.isNew && waitingIn(inbox, context)}
      {!inbox.isNew &&
        unansweredPart(
          context,
          inbox.unanswered,
          ids.flatMap((id) => found.get(id) ?? []),
        )}
      <p>
        <a href="/check">{words.say("inbox.check")}</a>
        <br />
        <span class="quiet">{words.say("inbox.checkLead")}</span>
      </p>
    </>
  );
  return { title: words.say("frame.nav.inbox"), section: "inbox", body };
}

function waitingIn(inbox: Inbox, context: ConsoleContext) {
  const { words } = context;
  const { objections, nearMisses, unverified, surges, doubtfulCopies, exportAge, mail } = inbox;
  const rows = [
    { count: nearMisses, what: "inbox.near", next: "inbox.nearNext", to: "/verification" },
    { count: unverified, what: "verification.waiting", next: "verification.see", to: "/reviews?withheld=unverified" },
    { count: doubtfulCopies, what: "inbox.copies", next: "inbox.copiesNext", to: "/copies" },
    { count: exportAge ?? 0, what: "inbox.export", next: "inbox.exportNext", to: "/import" },
    { count: mail.undeliverable, what: "inbox.undeliverable", next: "jobs.see", to: "/jobs" },
  ] as const;
  const waiting = rows.filter(({ count }) => count > 0);
  return (
    <>
      {mail.pause !== null && <Notice tone="bad">{words.say("invitations.paused", { code: mail.pause.code })}</Notice>}
      {objections.length > 0 && (
        <Section title={words.say("inbox.objections")}>
          {objections.slice(0, SHOWN).map((objection) => (
            <>
              <ObjectionText objection={objection} words={words} />
              <ButtonLink href={pathOfReview(objection.reviewId)} quiet>
                {words.say("inbox.look")}
              </ButtonLink>
            </>
          ))}
        </Section>
      )}
      {waiting.length + surges.length > 0 && (
        <ul class="list">
          {surges.map((surge) => (
            <li>
              <span>
                {words.say("inbox.surge", { count: surge.reviews.length, days: words.dates(surge.from, surge.to) })}
              </span>
              <a href={surgePath(surge.from)}>{words.say("inbox.surgeNext")}</a>
              <DismissForm context={context} surge={surge} />
            </li>
          ))}
          {waiting.map(({ count, what, next, to }) => (
            <li>
              <span>{words.say(what, { count })}</span>
              <a href={to}>{words.say(next)}</a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Reviews without a reply, each with a form; also one that a colleague has answered since its form was rendered. */
function unansweredPart(context: ConsoleContext, { total }: Listing, shown: readonly StoredReview[]) {
  const { words, person } = context;
  if (shown.length === 0) return null;
  return (
    <Section title={words.say("inbox.unanswered", { count: total })}>
      {shown.map((of) => (
        <>
          <ReviewText review={of} words={words} />
          {of.replyText !== null && (
            <p class="kept-review said" dir="auto">
              {of.replyText}
            </p>
          )}
          {person.role === "owner" && (
            <ActForm
              context={context}
              act={reply}
              of={of}
              path={REPLY}
              isCompact={true}
              submit={words.say("review.replySave")}
            />
          )}
        </>
      ))}
      {total > shown.length && (
        <ButtonLink href="/reviews?status=published&answered=no" quiet>
          {words.say("reviews.clear")}
        </ButtonLink>
      )}
    </Section>
  );
}

/** Objections shown at once; resolving them reveals the next. */
const SHOWN = 20;

/** Pages of the console that fix a finding; the operator of the server fixes the others. */
const NEXT = {
  name_business: ["/profile", "check.next.name_business"],
  suggest_technicians: ["/insights/check", "check.next.suggest_technicians"],
  verify_reviews: ["/verification", "check.next.verify_reviews"],
  settle_copies: ["/copies", "check.next.settle_copies"],
} as const satisfies Partial<Record<Remedy, readonly [to: string, label: string]>>;

const LEVELS = ["wrong", "advice", "fine"] as const;
const TONES = { wrong: "bad", advice: "waiting", fine: "good" } as const;
const NAMES = { wrong: "check.wrong", advice: "check.advice", fine: "check.ok" } as const;

async function checkPage({ store, words, services }: ConsoleContext): Promise<ConsolePage> {
  const findings = await diagnose(store, { config: services.config, databasePath: services.database });
  const isFine = findings.every(({ level }) => level === "fine");
  const sorted = [...findings].sort((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level));
  const body = (
    <>
      <BackLink href="/">{words.say("frame.nav.inbox")}</BackLink>
      {isFine && <Notice tone="good">{words.say("check.fine")}</Notice>}
      <ul class="review-list">{sorted.map((finding) => findingRow(finding, words))}</ul>
    </>
  );
  return { title: words.say("check.title"), section: "inbox", body };
}

/** Findings are English, as in a terminal. */
function findingRow({ level, about, message, remedy }: Finding, words: ConsoleWords) {
  const next = remedy !== undefined && remedy in NEXT ? NEXT[remedy as keyof typeof NEXT] : undefined;
  return (
    <li>
      <p>
        <Badge tone={TONES[level]}>{words.say(NAMES[level])}</Badge>{" "}
        <span lang="en" dir="auto">
          <strong>{about}</strong>: {message}
        </span>
      </p>
      {next !== undefined && <a href={next[0]}>{words.say(next[1])}</a>}
    </li>
  );
}
