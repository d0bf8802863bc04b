/** Notices as mail, in the language of the business. Subjects hold counts alone; what is personal stays behind the links. */
import { formatDay, type Letter, letterOf, type Paragraph } from "../invitations/mod.ts";
import { catalogueLanguage, type MailWords, mailWords } from "../languages/mod.ts";
import type { Digest, OwnerNotice, ReviewsChanged, ReviewsType } from "./notice.ts";

export interface NoticeReader {
  /** Name of the business; null before it has one. */
  readonly business: string | null;
  /** BCP 47; null if unknown. */
  readonly language: string | null;
}

interface NoticeLinks {
  readonly site: string;
  /** Null without a console. */
  readonly consoleUrl: string | null;
}

export function noticeLetter(notice: OwnerNotice, reader: NoticeReader, links: NoticeLinks): Letter {
  const language = catalogueLanguage(reader.language);
  const words = mailWords(language);
  const content = contentOf(notice, words, links);
  const subject = reader.business === null ? content.subject : `${reader.business}: ${content.subject}`;
  // A test may go to any address.
  const why = notice.type === "test" ? [] : [{ text: words.say("notice.why"), isSmallPrint: true }];
  const paragraphs = [...content.paragraphs, ...why];
  return letterOf(paragraphs, { language, subject, unsubscribeUrl: null });
}

interface Content {
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
}

function contentOf(notice: OwnerNotice, words: MailWords, { site, consoleUrl }: NoticeLinks): Content {
  const consoleLink = { label: words.say("notice.console"), url: consoleUrl ?? site };
  const reviewLink = (id: string) => ({
    label: words.say("notice.review", { id }),
    url: `${consoleUrl ?? site}/reviews/${encodeURIComponent(id)}`,
  });
  const { type, data } = notice;
  switch (type) {
    case "review.contested":
    case "review.reported":
      return brief(type, { text: words.say(`notice.${type}.text`), link: reviewLink(data.review_id) });
    case "import.failed": {
      const since = formatDay(data.since, "UTC", words.language);
      return brief(type, { text: words.say("notice.import.failed.text", { since }), link: consoleLink });
    }
    case "backup.failed": {
      const { failures } = data;
      const link = { ...consoleLink, url: consoleUrl === null ? site : `${consoleUrl}/backups` };
      return brief(type, { text: words.say("notice.backup.failed.text", { failures }), link });
    }
    case "mail.undeliverable": {
      const { count } = data;
      return brief(type, { text: words.say("notice.mail.undeliverable.text", { count }), link: consoleLink });
    }
    case "subscriber.removed":
      return brief(type, { text: words.say("notice.subscriber.removed.text"), link: consoleLink });
    case "disk.low":
      return brief(type, { text: words.say(`notice.disk.low.${data.disk}`), link: consoleLink });
    case "test":
      return brief(type, { text: words.say("notice.test.text") });
    case "digest":
      return { subject: words.say("notice.digest.subject"), paragraphs: digest(data, words, { consoleLink, site }) };
    default: {
      const subject = formatCounts(data.counts, words);
      const more = data.counts.new + data.counts.edited + data.counts.withdrawn - data.review_ids.length;
      const reviews = data.review_ids.map((id) => ({ text: "", link: reviewLink(id) }));
      const rest = more > 0 ? [{ text: words.say("notice.more", { count: more }) }] : [];
      return { subject, paragraphs: [{ text: `${subject}.` }, ...reviews, ...rest] };
    }
  }
  function brief(about: Exclude<OwnerNotice["type"], ReviewsType>, paragraph: Paragraph): Content {
    return { subject: words.say(`notice.${about}.subject`), paragraphs: [paragraph] };
  }
}

function formatCounts(counts: ReviewsChanged["counts"], words: MailWords): string {
  const kinds = (["new", "edited", "withdrawn"] as const).filter((kind) => counts[kind] > 0);
  if (kinds.length === 0) return words.say("notice.nothing");
  return kinds.map((kind) => words.say(`notice.counts.${kind}`, { count: counts[kind] })).join(", ");
}

function digest(
  { counts, waiting, published, from, to, ...averages }: Digest,
  words: MailWords,
  { consoleLink, site }: { readonly consoleLink: NonNullable<Paragraph["link"]>; readonly site: string },
): Paragraph[] {
  const day = (date: string) => formatDay(date, "UTC", words.language);
  const waits = (["unanswered", "objections", "unverified", "undeliverable"] as const)
    .filter((kind) => waiting[kind] > 0)
    .map((kind) => words.say(`notice.waiting.${kind}`, { count: waiting[kind] }));
  const week = words.say("notice.week", { from: day(from), to: day(to) });
  const came = formatCounts(counts, words) + formatStars(averages.average_rating_of_new, words);
  const all = words.say("notice.published", { count: published }) + formatStars(averages.average_rating, words);
  const shown = words.labelled(words.say("notice.waits"), waits.join(", "));
  return [
    { text: `${words.labelled(week, came)}.` },
    waits.length === 0 ? { text: words.say("notice.nothingWaits") } : { text: `${shown}.`, link: consoleLink },
    { text: `${all}.`, link: { label: words.say("notice.site"), url: site } },
  ];
}

function formatStars(average: number | null, words: MailWords): string {
  if (average === null) return "";
  const format = new Intl.NumberFormat(words.language, { maximumFractionDigits: 1 });
  return ` (${words.say("notice.stars", { average: format.format(average) })})`;
}
