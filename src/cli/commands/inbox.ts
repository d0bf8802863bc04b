/** What waits for the owner, and the acts by which some of it is settled. */
import { usageFault } from "../../errors.ts";
import { editMentions, readMentions } from "../../owner/edit_review.ts";
import { countWaiting, type Inbox, readInbox, settleObjections } from "../../owner/inbox.ts";
import { counted, type Mentions, shortened } from "../../review/mod.ts";
import { findReview, type ReviewObjection } from "../../store/mod.ts";
import { argumentOf, type CommandCall, noReview, type Outcome, unchanged } from "../command.ts";

/** Prints what waits, each with the command that would settle it. */
export async function inbox(call: CommandCall): Promise<Outcome> {
  const { now, randomBytes } = call.context;
  const found = await call.withStore((store) => readInbox(store, { now: now(), randomBytes }));
  const { unanswered, objections, nearMisses, doubtfulCopies, mail } = found;
  const data = {
    unanswered: { total: unanswered.total, ids: unanswered.reviews.map(({ id }) => id) },
    objections: objections.map(({ reviewId, at, ...said }) => ({
      id: reviewId,
      at: new Date(at).toISOString(),
      ...said,
    })),
    ...{ near_misses: nearMisses, doubtful_copies: doubtfulCopies, undeliverable: mail.undeliverable },
    sending_paused: mail.pause?.code ?? null,
  };
  const lines = countWaiting(found) === 0 ? ["Nothing waits for you"] : linesOf(found);
  return { lines, data };
}

function linesOf({ unanswered, objections, nearMisses, doubtfulCopies, mail }: Inbox): string[] {
  const line = (count: number, one: string, more: string, next: string) =>
    count === 0 ? [] : [`${counted(count, one, more)}: ${next}`];
  return [
    ...(mail.pause === null ? [] : [`Sending is paused: the mail server answered ${mail.pause.code}: goodword doctor`]),
    ...objections.map(objectionLine),
    ...line(unanswered.total, "review without a reply", "reviews without a reply", "goodword reply ID"),
    ...unanswered.reviews.map(({ id, date, rating, author, text }) =>
      shortened(`  ${id}  ${date}  ${rating}/5  ${author}  ${text.replace(/\s+/g, " ")}`, LONGEST_LINE),
    ),
    ...line(nearMisses, "near miss with a job", "near misses with jobs", "goodword verify"),
    ...line(doubtfulCopies, "pair may be one customer’s", "pairs may be one customer’s", "goodword doctor"),
    ...line(mail.undeliverable, "message came back", "messages came back", "goodword jobs list --status not_invited"),
  ];
}

const LONGEST_LINE = 120;

function objectionLine({ kind, reviewId, reason, text, email }: ReviewObjection): string {
  const who = kind === "contest" ? "The author contests the withholding of" : `A reader reports (${reason})`;
  const said = text === "" ? "" : `: ${shortened(text.replace(/\s+/g, " "), LONGEST_LINE)}`;
  return `${who} ${reviewId}${said}${email === null ? "" : `, from ${email}`}; goodword withhold, or goodword settle`;
}

/** Notes that an objection was looked at, and leaves the review as it is. */
export async function settle(call: CommandCall): Promise<Outcome> {
  const id = argumentOf(call);
  const outcome = await call.withStore((store) => settleObjections(store, id));
  const count = outcome.kind === "settled" ? outcome.count : 0;
  const line = count === 0 ? `No open objection or report about ${id}` : `${counted(count, "objection")} settled`;
  return { lines: [line], data: { id, settled: count } };
}

/** Shows or corrects the technicians, services and areas that a review mentions. */
export async function mentions(call: CommandCall): Promise<Outcome> {
  const id = argumentOf(call);
  const named = {
    technicians: call.texts("technician"),
    services: call.texts("service"),
    service_areas: call.texts("area"),
  };
  const isNamed = Object.values(named).some((names) => names.length > 0);
  if (isNamed && call.flag("as-found")) throw usageFault("Expected names or --as-found, not both");
  const before = await call.withStore(async (store) => {
    const review = await findReview(store, id);
    return review === undefined ? undefined : await readMentions(store, review);
  });
  if (before === undefined) throw noReview(id);
  if (!isNamed && !call.flag("as-found")) return shown(id, before);
  // A list that is not named stays; "" empties one.
  const list = (kind: keyof Mentions) =>
    named[kind].length > 0 ? named[kind].filter((name) => name !== "") : before[kind];
  const given = { technicians: list("technicians"), services: list("services"), service_areas: list("service_areas") };
  const order = { id, mentions: call.flag("as-found") ? null : given };
  const outcome = await call.withStore((store) => editMentions(store, order));
  switch (outcome.kind) {
    case "saved":
      return {
        lines: [`Mentions of ${id} saved; revision ${outcome.revision}`],
        data: { id, changed: true, mentions: order.mentions, revision: outcome.revision },
      };
    case "refused":
      throw usageFault("Mentions are 1 to 120 characters long, at most 50 of a kind");
    default:
      return unchanged(outcome.kind, id);
  }
}

function shown(id: string, mentions: Mentions): Outcome {
  const lines = Object.entries(mentions).map(
    ([kind, names]) => `${kind.replace("_", " ")}: ${names.join(", ") || "-"}`,
  );
  return { lines, data: { id, changed: false, mentions } };
}
