/** What waits for the owner. */
import { readConfig } from "../../config.ts";
import { countWaiting, type Inbox, readInbox } from "../../owner/inbox.ts";
import { counted, shortened } from "../../review/mod.ts";
import type { ReviewObjection } from "../../store/mod.ts";
import type { CommandCall, Outcome } from "../command.ts";

export async function inbox(call: CommandCall): Promise<Outcome> {
  const { now, env } = call.context;
  const { exportReminderMs } = readConfig(env);
  const found = await call.withStore((store) => readInbox(store, { now: now(), exportReminderMs }));
  const { unanswered, objections, nearMisses, unverified, surges, doubtfulCopies, exportAge, mail } = found;
  const data = {
    unanswered: { total: unanswered.total, ids: unanswered.reviews.map(({ id }) => id) },
    objections: objections.map(({ reviewId, at, ...objection }) => ({
      id: reviewId,
      at: new Date(at).toISOString(),
      ...objection,
    })),
    near_misses: nearMisses,
    unverified,
    doubtful_copies: doubtfulCopies,
    undeliverable: mail.undeliverable,
    one_star_surges: surges.map(({ from, to, reviews, before }) => ({
      from,
      to,
      before,
      ids: reviews.map(({ id }) => id),
    })),
    days_since_export: exportAge,
    sending_paused: mail.pause?.code ?? null,
  };
  const lines = countWaiting(found) === 0 ? ["Nothing to do"] : linesOf(found);
  return { lines, data };
}

function linesOf(found: Inbox): string[] {
  const { unanswered, objections, nearMisses, unverified, surges, doubtfulCopies, exportAge, mail } = found;
  const line = (count: number, one: string, more: string, next: string) =>
    count === 0 ? [] : [`${counted(count, one, more)}: ${next}`];
  return [
    ...(mail.pause === null ? [] : [`Sending is paused: the mail server answered ${mail.pause.code}: goodword doctor`]),
    ...objections.map(objectionLine),
    ...line(unanswered.total, "review without a reply", "reviews without a reply", "goodword reply ID"),
    ...unanswered.reviews.map(({ id, date, rating, author, text }) =>
      shortened(`  ${id}  ${date}  ${rating}/5  ${author}  ${text.replace(/\s+/g, " ")}`, MAX_LINE_LENGTH),
    ),
    ...line(nearMisses, "near miss with a job", "near misses with jobs", "goodword verify"),
    ...line(unverified, "review is not verified", "reviews are not verified", "goodword verify, or verify attest ID"),
    ...surges.map(
      ({ from, to, reviews }) =>
        `${reviews.length} one-star reviews from ${from} to ${to}, none with a matching job: goodword list --rating 1 --since ${from} --until ${to}; the console's inbox has a page to print; goodword inbox dismiss ${from}`,
    ),
    ...line(doubtfulCopies, "pair may be from one customer", "pairs may be from one customer", "goodword doctor"),
    ...line(exportAge ?? 0, "day since your last export", "days since your last export", "goodword import takeout.zip"),
    ...line(mail.undeliverable, "message bounced", "messages bounced", "goodword jobs list --status not_invited"),
  ];
}

const MAX_LINE_LENGTH = 120;

function objectionLine({ kind, reviewId, reason, text, email }: ReviewObjection): string {
  const who = kind === "contest" ? "The author contests the withholding of" : `A reader reports (${reason})`;
  const objection = text === "" ? "" : `: ${shortened(text.replace(/\s+/g, " "), MAX_LINE_LENGTH)}`;
  return `${who} ${reviewId}${objection}${email === null ? "" : `, from ${email}`}; goodword withhold, or goodword settle`;
}
