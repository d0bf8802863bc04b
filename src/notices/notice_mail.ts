/** Notices as mail, in the language of the business. Subjects hold counts alone; what is personal stays behind the links. */
import { bothForms, type MailContent, type Paragraph } from "../invitations/mod.ts";
import { catalogueLanguage, type MailWords, mailWords } from "../languages/mod.ts";
import type { Digest, OwnerNotice, ReviewsChanged } from "./notice.ts";

export interface NoticeReader {
  /** Name of the business; null before it has one. */
  readonly business: string | null;
  /** BCP 47; null if unknown. */
  readonly language: string | null;
}

/** Where links lead. */
interface NoticeLinks {
  readonly site: string;
  /** Null where there is none. */
  readonly consoleUrl: string | null;
}

/** A notice as a message; the same for the same notice. */
export function writeNotice(
  notice: OwnerNotice,
  { business, language: wanted }: NoticeReader,
  links: NoticeLinks,
): MailContent {
  const language = catalogueLanguage(wanted);
  const words = mailWords(language);
  const { subject, paragraphs } = noticeInWords(notice, words, links);
  const full = business === null ? subject : `${business}: ${subject}`;
  const all = [...paragraphs, { text: words.say("notice.why"), isSmall: true }];
  return { language, subject: full, ...bothForms(all, full, language), unsubscribeUrl: null };
}

interface NoticeText {
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
}

function noticeInWords(notice: OwnerNotice, words: MailWords, links: NoticeLinks): NoticeText {
  const plain = (subject: string, text: string, link?: Paragraph["link"]): NoticeText => {
    return { subject, paragraphs: [{ text, ...(link && { link }) }] };
  };
  const toConsole = (path = "") => ({
    label: words.say("notice.console"),
    url: (links.consoleUrl ?? links.site) + path,
  });
  switch (notice.type) {
    case "review.contested": {
      const link = linkOfReview(notice.data.review_id, words, links);
      return plain(words.say("notice.contested.subject"), words.say("notice.contested.text"), link);
    }
    case "review.reported": {
      const link = linkOfReview(notice.data.review_id, words, links);
      return plain(words.say("notice.reported.subject"), words.say("notice.reported.text"), link);
    }
    case "import.failed": {
      const since = dayInWords(notice.data.since, words);
      return plain(
        words.say("notice.importFailed.subject"),
        words.say("notice.importFailed.text", { since }),
        toConsole(),
      );
    }
    case "backup.failed": {
      const { failures } = notice.data;
      const link = toConsole(links.consoleUrl === null ? "" : "/backups");
      return plain(words.say("notice.backupFailed.subject"), words.say("notice.backupFailed.text", { failures }), link);
    }
    case "mail.undeliverable": {
      const { count } = notice.data;
      const text = words.say("notice.undeliverable.text", { count });
      return plain(words.say("notice.undeliverable.subject"), text, toConsole());
    }
    case "subscriber.removed":
      return plain(
        words.say("notice.subscriberRemoved.subject"),
        words.say("notice.subscriberRemoved.text"),
        toConsole(),
      );
    case "disk.low":
      return plain(words.say("notice.diskLow.subject"), words.say(`notice.diskLow.${notice.data.disk}`), toConsole());
    case "digest":
      return { subject: words.say("notice.digest.subject"), paragraphs: paragraphsOfDigest(notice.data, words, links) };
    case "test":
      return plain(words.say("notice.test.subject"), words.say("notice.test.text"));
    default:
      return reviewsInWords(notice.data, words, links);
  }
}

function reviewsInWords({ counts, review_ids: ids }: ReviewsChanged, words: MailWords, links: NoticeLinks): NoticeText {
  const subject = countsInWords(counts, words);
  const more = counts.new + counts.edited + counts.withdrawn - ids.length;
  const paragraphs = ids.map((id): Paragraph => ({ text: "", link: linkOfReview(id, words, links) }));
  const rest = more > 0 ? [{ text: words.say("notice.more", { count: more }) }] : [];
  return { subject, paragraphs: [{ text: `${subject}.` }, ...paragraphs, ...rest] };
}

function countsInWords(counts: ReviewsChanged["counts"], words: MailWords): string {
  const kinds = (["new", "edited", "withdrawn"] as const).filter((kind) => counts[kind] > 0);
  if (kinds.length === 0) return words.say("notice.nothing");
  return kinds.map((kind) => words.say(`notice.counts.${kind}`, { count: counts[kind] })).join(", ");
}

function linkOfReview(id: string, words: MailWords, { site, consoleUrl }: NoticeLinks) {
  return { label: words.say("notice.review", { id }), url: `${consoleUrl ?? site}/reviews/${encodeURIComponent(id)}` };
}

function paragraphsOfDigest(digest: Digest, words: MailWords, { site, consoleUrl }: NoticeLinks): Paragraph[] {
  const { counts, waiting, published } = digest;
  const waits = (["unanswered", "objections", "unverified", "undeliverable"] as const)
    .filter((kind) => waiting[kind] > 0)
    .map((kind) => words.say(`notice.waiting.${kind}`, { count: waiting[kind] }));
  const week = words.say("notice.week", { from: dayInWords(digest.from, words), to: dayInWords(digest.to, words) });
  const came = `${countsInWords(counts, words)}${starsInWords(digest.average_rating_of_new, words)}`;
  const all = `${words.say("notice.published", { count: published })}${starsInWords(digest.average_rating, words)}`;
  return [
    { text: `${week}: ${came}.` },
    waits.length === 0
      ? { text: words.say("notice.nothingWaits") }
      : {
          text: `${words.say("notice.waits")}: ${waits.join(", ")}.`,
          link: { label: words.say("notice.console"), url: consoleUrl ?? site },
        },
    { text: `${all}.`, link: { label: words.say("notice.site"), url: site } },
  ];
}

function starsInWords(average: number | null, words: MailWords): string {
  if (average === null) return "";
  const format = new Intl.NumberFormat(words.language, { maximumFractionDigits: 1 });
  return ` (${words.say("notice.stars", { average: format.format(average) })})`;
}

function dayInWords(date: string, { language }: MailWords): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(Date.parse(date));
}
