/**
 * Messages to customers: the same paragraphs as plain text and as HTML, without a picture or anything else that is fetched.
 */
import { catalogueLanguage, type Language, mailWords } from "../languages/mod.ts";
import { addressInWords, type Business, shortened } from "../review/mod.ts";
import type { MessageKind } from "./job.ts";

/** Why an author's review is not shown: the closed reasons of withholding and of removing. */
export const ABSENCE_REASONS = [
  "personal_data",
  "abuse",
  "not_about_this_business",
  "legal_order",
  "request",
  "privacy",
  "legal",
] as const;
/** One of {@link ABSENCE_REASONS}. */
export type AbsenceReason = (typeof ABSENCE_REASONS)[number];

export function isAbsenceReason(reason: string | null): reason is AbsenceReason {
  return (ABSENCE_REASONS as readonly (string | null)[]).includes(reason);
}

/** What a message is made from. */
export interface MessageParts {
  readonly kind: MessageKind;
  readonly business: Pick<Business, "name" | "address" | "language" | "license">;
  readonly job: MessageJob;
  /** Why the review is not shown, where that is what the message is about. */
  readonly reason: AbsenceReason | null;
  /** Epoch milliseconds, in the business's time zone. */
  readonly expiresAt: number;
  readonly timeZone: string;
  readonly links: MessageLinks;
  /** The owner's words by language, in place of the usual thanks. */
  readonly greetings: Readonly<Record<string, string>>;
  readonly incentive: string | null;
}

/** The part of a job that a message to its customer names. */
interface MessageJob {
  readonly customerName: string | null;
  readonly service: string | null;
  /** Calendar date. */
  readonly finished: string;
  readonly language: string | null;
}

/** All addresses that a message may name. */
interface MessageLinks {
  readonly site: string;
  readonly form: string;
  readonly unsubscribe: string;
}

/** What a mail is composed of. */
export interface MailContent {
  readonly language: Language;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** For headers of their own. */
  readonly unsubscribeUrl: string | null;
}

/** A message in words. */
export interface Message extends MailContent {
  /** The sentences that both forms must contain, and the only addresses that either may name: to be checked before sending. */
  readonly sentences: readonly string[];
  readonly urls: readonly string[];
  readonly unsubscribeUrl: string;
}

/** A sentence or more, and where it leads. */
export interface Paragraph {
  readonly text: string;
  readonly link?: { readonly label: string; readonly url: string };
  /** In small print. */
  readonly isSmall?: boolean;
}

/** The longest name of a customer or service that a message repeats. */
const LONGEST_NAME = 80;

export function writeMessage(parts: MessageParts): Message {
  const { business, job, links } = parts;
  const language = catalogueLanguage(job.language, business.language);
  const paragraphs = [...bodyOf(parts, language), ...endOf(parts, language)];
  const subject = mailWords(language).say(`subject.${parts.kind}`, { business: business.name });
  return {
    language,
    subject,
    ...bothForms(paragraphs, subject, language),
    sentences: paragraphs.map(({ text }) => text).filter((text) => text !== ""),
    urls: paragraphs.flatMap(({ link }) => (link ? [link.url] : [])),
    unsubscribeUrl: links.unsubscribe,
  };
}

/** The same paragraphs as plain text and as HTML. */
export function bothForms(
  paragraphs: readonly Paragraph[],
  subject: string,
  language: Language,
): Pick<MailContent, "text" | "html"> {
  const lines = paragraphs.map(({ text, link }) => (link ? `${text}\n${link.label}: ${link.url}`.trim() : text));
  return { text: `${lines.join("\n\n")}\n`, html: htmlOf(paragraphs, subject, language) };
}

function bodyOf(parts: MessageParts, language: Language): Paragraph[] {
  const { kind, job, links } = parts;
  const words = mailWords(language);
  const customer = nameOf(job.customerName);
  const hello = { text: customer === null ? words.say("hello") : words.say("hello.named", { customer }) };
  const open = { label: words.say("open"), url: links.form };
  const site = { label: words.say("site"), url: links.site };
  const reason = parts.reason === null ? "" : words.say(`reason.${parts.reason}`);
  const facts = { business: parts.business.name, finished: dayInWords(Date.parse(job.finished), "UTC", language) };
  switch (kind) {
    case "reply":
      return [hello, { text: words.say("replied", facts), link: open }];
    case "withheld":
      return [hello, { text: words.say("withheld", { ...facts, reason }) }, { text: words.say("contest"), link: open }];
    case "removed":
      return [hello, { text: words.say("removed", { ...facts, reason }), link: site }];
    default: {
      const [asks, asksNamed] =
        kind === "invitation" ? (["asks", "asks.service"] as const) : (["reminds", "reminds.service"] as const);
      const service = nameOf(job.service);
      const license = parts.business.license?.name ?? null;
      return [
        hello,
        { text: parts.greetings[language] ?? words.say("thanks") },
        {
          text: service === null ? words.say(asks, facts) : words.say(asksNamed, { ...facts, service }),
          link: { label: words.say("write"), url: links.form },
        },
        {
          text:
            license === null
              ? words.say("published", { site: links.site })
              : words.say("published.licensed", { site: links.site, license }),
          link: site,
        },
        { text: words.say("everyAnswer") },
        ...(parts.incentive === null ? [] : [{ text: words.say("given", { incentive: parts.incentive }) }]),
        { text: words.say("lives", { expires: dayInWords(parts.expiresAt, parts.timeZone, language) }) },
      ];
    }
  }
}

function endOf({ business, links }: MessageParts, language: Language): Paragraph[] {
  const words = mailWords(language);
  return [
    { text: words.say("noMore"), link: { label: words.say("unsubscribe"), url: links.unsubscribe } },
    { text: [business.name, addressInWords(business.address)].join(", ") },
  ];
}

function nameOf(text: string | null): string | null {
  const name =
    text
      ?.replace(/[\p{Cc}\p{Cf}<>]/gu, "")
      .replace(/\s+/g, " ")
      .trim() ?? "";
  return name === "" || becomesLink(name) ? null : shortened(name, LONGEST_NAME);
}

/** Whether programs that show a message may make a link of a part of a text: a domain, an address, a scheme, a network path. */
export function becomesLink(text: string): boolean {
  const plain = text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replaceAll("\u3002", ".");
  return /[@\\]|\/\/|\bwww\.|[\p{L}\d-]\.\p{L}{2,}|\d\.\d+\.\d+\.\d|\p{L}{2,}:[\p{L}\d+/]/iu.test(plain);
}

function dayInWords(instantMs: number, timeZone: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone }).format(instantMs);
}

const SMALL = "font-size:11px;color:#6b6b6b;word-break:break-all";
const FONT = "font:16px/1.5 system-ui,sans-serif;color:#1a1a1a";
const BUTTON =
  "display:inline-block;padding:10px 18px;background:#1a4fa0;color:#ffffff;text-decoration:none;border-radius:6px";

function htmlOf(paragraphs: readonly Paragraph[], subject: string, language: Language): string {
  let isFirst = true;
  const body = paragraphs.map(({ text, link, isSmall }) => {
    if (link === undefined) return `<p${isSmall ? ` style="${SMALL}"` : ""}>${escaped(text)}</p>`;
    const style = isFirst ? ` style="${BUTTON}"` : "";
    isFirst = false;
    return `<p>${escaped(text)}<br>\n<a href="${escaped(link.url)}"${style}>${escaped(link.label)}</a></p>`;
  });
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="${FONT};max-width:36em;margin:0 auto;padding:16px">
${body.join("\n")}
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

/** Name of the setting that holds the owner's greetings by language, as JSON. */
export const GREETINGS = "mail_greetings";

const LONGEST_GREETING = 500;

/** What is wrong with an owner's greeting; null when nothing is. It completes "The greeting ...". */
export function greetingFault(text: string): string | null {
  if (text.length > LONGEST_GREETING) return `has ${text.length} characters, ${LONGEST_GREETING} are allowed`;
  if (becomesLink(text)) return "names an address; links and addresses are added by themselves";
  if (/[\p{Cc}<>]/u.test(text)) return "is not a paragraph of plain text";
  return null;
}

// Checks a finished message, as its receiver will parse it: what is fixed must stand in both of its forms, whatever a greeting
// or a library has made of it.

/** How a message is addressed. */
interface Addressing {
  /** Bare addresses. */
  readonly from: string;
  readonly to: string;
  readonly messageId: string;
}

/** What is missing from the bytes of a message, or too much in them; empty when it may be sent. */
export async function faultsOf(mime: Uint8Array, message: Message, addressing: Addressing): Promise<string[]> {
  const { default: PostalMime } = await import("postal-mime");
  const parsed = await PostalMime.parse(mime);
  const header = (name: string) => parsed.headers.filter(({ key }) => key === name).map(({ value }) => value);
  const html = parsed.html ?? "";
  // What a sentence names, such as the site, is no link of its own.
  const known = new Set([...message.urls, ...message.sentences.flatMap(urlsIn)]);
  const faults: string[] = [];
  const expect = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };
  expect(parsed.from?.address === addressing.from, "the sender");
  expect(parsed.to?.length === 1 && parsed.to[0]?.address === addressing.to, "the recipient");
  expect(header("cc").length + header("bcc").length === 0, "a copy to somebody else");
  expect(parsed.messageId === addressing.messageId, "the Message-ID");
  expect(parsed.subject === message.subject, "the subject");
  expect(header("list-unsubscribe").join() === `<${message.unsubscribeUrl}>`, "List-Unsubscribe");
  expect(header("list-unsubscribe-post").join() === "List-Unsubscribe=One-Click", "List-Unsubscribe-Post");
  expect(parsed.attachments.length === 0, "an attachment");
  expect(
    !/<(?:img|script|style|link|iframe|object|embed|form|video|audio|svg)\b|<[^>]*(?:\bsrc\s*=|url\(|@import)/i.test(
      html,
    ),
    "what is fetched",
  );
  for (const [form, text, urls] of [
    ["text", parsed.text ?? "", urlsIn(parsed.text ?? "")],
    ["HTML", plainOf(html), hrefsIn(html)],
  ] as const) {
    const said = squeezed(text);
    for (const sentence of message.sentences)
      expect(said.includes(squeezed(sentence)), `in the ${form}: ${sentence.slice(0, 40)}`);
    for (const url of message.urls) expect(urls.includes(url), `a link in the ${form}`);
    expect(
      urls.every((url) => known.has(url)),
      `a link in the ${form} that is not ours`,
    );
  }
  return faults;
}

function urlsIn(text: string): string[] {
  // The site is also named within sentences, where a full stop or a comma may follow.
  return [...text.matchAll(/\bhttps?:\/\/[^\s<>"]+/gi)].map(([url]) => url.replace(/[.,;)]+$/, ""));
}

function hrefsIn(html: string): string[] {
  return [...html.matchAll(/\bhref\s*=\s*"([^"]*)"/gi)].map(([, url = ""]) => unescaped(url));
}

function plainOf(html: string): string {
  return unescaped(html.replace(/<[^>]*>/g, " "));
}

const CHARACTERS: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };

function unescaped(text: string): string {
  return text.replace(/&(?:lt|gt|quot|amp);/g, (entity) => CHARACTERS[entity] ?? entity);
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
