/** Letters to customers: invitations, reminders, and what became of their reviews. */
import { catalogueLanguage, type Language, mailWords } from "../../languages/mod.ts";
import { type Business, formatAddress, shownName as nameOfPerson, shortened, toNormalForm } from "../../review/mod.ts";
import type { Job, MessageKind } from "../job.ts";
import { formatDay, type Letter, letterOf, type Paragraph } from "./letter.ts";

export const ABSENCE_REASONS = [
  "personal_data",
  "abuse",
  "not_about_this_business",
  "legal_order",
  "request",
  "privacy",
  "legal",
] as const;
export type AbsenceReason = (typeof ABSENCE_REASONS)[number];

export function isAbsenceReason(reason: string | null): reason is AbsenceReason {
  return (ABSENCE_REASONS as readonly (string | null)[]).includes(reason);
}

export interface LetterFacts {
  readonly kind: MessageKind;
  readonly business: Pick<Business, "name" | "address" | "language"> & { readonly color?: string | null };
  readonly job: Pick<Job, "customerName" | "service" | "finished" | "language">;
  /** Why the review is not shown; null in other letters. */
  readonly reason: AbsenceReason | null;
  /** Epoch milliseconds, shown as a day in the business's time zone. */
  readonly expiresAt: number;
  readonly timeZone: string;
  readonly links: { readonly site: string; readonly form: string; readonly unsubscribe: string };
  /** The owner's words by language, in place of the usual thanks. */
  readonly greetings: Readonly<Record<string, string>>;
  readonly incentive: string | null;
}

/** Letter in the customer's language, otherwise the business's. */
export function customerLetter(facts: LetterFacts): Letter {
  const { kind, business, job, links } = facts;
  const language = catalogueLanguage(job.language, business.language);
  const words = mailWords(language);
  const isAsking = kind === "invitation" || kind === "reminder";
  const customer = isAsking ? greetedName(job.customerName, language) : shownName(job.customerName);
  const paragraphs = [
    { text: customer === null ? words.say("hello") : words.say("hello.named", { customer }) },
    ...(isAsking ? request(facts, kind, language) : news(facts, kind, language)),
    {
      text: isAsking ? "" : words.say("noMore"),
      link: { label: words.say("unsubscribe"), url: links.unsubscribe },
    },
    { text: [business.name, formatAddress(business.address)].join(", ") },
  ];
  const subject = words.say(`subject.${kind}`, { business: business.name });
  const { color = null } = business;
  return letterOf(paragraphs, { language, subject, unsubscribeUrl: links.unsubscribe, color });
}

function request(facts: LetterFacts, kind: "invitation" | "reminder", language: Language): Paragraph[] {
  const { business, job, links, greetings, incentive, expiresAt, timeZone } = facts;
  const words = mailWords(language);
  const greeting = greetings[language];
  const service = shownName(job.service);
  const country = business.address?.country;
  const asked = { business: business.name, finished: formatDay(job.finished, "UTC", language, country) };
  const [asks, asksAboutService] =
    greeting === undefined ? (["thanks.asks", "thanks.asks.service"] as const) : (["asks", "asks.service"] as const);
  const text = service === null ? words.say(asks, asked) : words.say(asksAboutService, { ...asked, service });
  return [
    ...(greeting === undefined ? [] : [{ text: greeting }]),
    { text: kind === "invitation" ? text : `${text} ${words.say("once")}`, stars: links.form },
    ...(incentive === null ? [] : [{ text: words.say("given", { incentive }) }]),
    { text: words.say("rights", { site: links.site, expires: formatDay(expiresAt, timeZone, language, country) }) },
  ];
}

function news(
  { business, job, reason, links }: LetterFacts,
  kind: "reply" | "withheld" | "removed",
  language: Language,
): Paragraph[] {
  const words = mailWords(language);
  const facts = {
    business: business.name,
    finished: formatDay(job.finished, "UTC", language, business.address?.country),
    reason: reason === null ? "" : words.say(`reason.${reason}`),
  };
  const open = { label: words.say("open"), url: links.form };
  switch (kind) {
    case "reply":
      return [{ text: words.say("replied", facts), link: open }];
    case "withheld":
      return [{ text: words.say("withheld", facts) }, { text: words.say("contest"), link: open }];
    case "removed":
      return [{ text: words.say("removed", facts), link: { label: words.say("site"), url: links.site } }];
  }
}

/** The message that an owner sends with a job's link from their own telephone, in the language of {@link customerLetter}. */
export function textMessage({
  business,
  job,
  url,
}: Pick<LetterFacts, "job"> & {
  readonly business: Pick<Business, "name" | "language">;
  readonly url: string;
}): string {
  const language = catalogueLanguage(job.language, business.language);
  const words = mailWords(language);
  const customer = greetedName(job.customerName, language);
  const facts = { business: business.name, url };
  return customer === null ? words.say("text", facts) : words.say("text.named", { ...facts, customer });
}

/** The name that a request greets; null for a number or a placeholder. German does not address by a first name whom it calls Sie. */
function greetedName(name: string | null, language: Language): string | null {
  const given = shownName(name);
  const { name: whole, isAnonymous } = nameOfPerson(given ?? "", "full");
  if (given === null || isAnonymous || /\d/.test(whole)) return null;
  const spoken = inPlainCase(whole.replace(LAST_FIRST, "$<first> $<last>"));
  return language === "de" ? spoken : firstNameOf(spoken);
}

/** "Doe, Jane" and "Doe, Jane & Joe". */
const LAST_FIRST = /^(?<last>\p{L}[\p{L}'’-]+), (?<first>\p{L}[\p{L}'’-]+(?: (?:&|and|und|y|et) \p{L}[\p{L}'’-]+)?)$/iu;

/** Programs write names in capitals, and customers without any. Companies keep their spelling. */
function inPlainCase(name: string): string {
  const isMixed = name !== name.toUpperCase() && name !== name.toLowerCase();
  if (isMixed || NOT_GIVEN.test(name) || name.length <= 3) return name;
  const capitalised = name.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
  return capitalised.replace(/(?<= )(?:And|Und|Y|Et|De|Del|La|Van|Von|Der)(?= )/g, (word) => word.toLowerCase());
}

/** "Jane" of "Jane Doe"; what is more than two words, a title or a company stays whole. */
function firstNameOf(name: string): string {
  const [, given] = /^(\p{Lu}\p{Ll}[\p{L}'’-]*) \p{Lu}[\p{L}'’-]+$/u.exec(name) ?? [];
  return given === undefined || NOT_GIVEN.test(name) ? name : given;
}

/** Titles before a name, and legal forms after it: signs that its first word is not a first name. */
const NOT_GIVEN =
  /^(?:mrs?|ms|miss|mx|dr|prof|sir|herr|frau|familie|family|monsieur|madame|mme|señora?|sra?|doña?|the)\b|\b(?:llc|inc|ltd|co|corp|gmbh|ag|kg|ohg|ug|sarl|sas|sa|sl|group|company|property|properties|management|services|hotel|restaurant|school|residence|household|hoa|rentals|apartments|church|clinic|dental)$/iu;

/** The longest name of a customer or service that a letter repeats. */
const MAX_NAME_LENGTH = 80;

/** Null for a name that mail programs would turn into a link: strangers type names into a business's web form. */
function shownName(text: string | null): string | null {
  const name = (text ?? "")
    .replace(/[\p{Cc}\p{Cf}<>]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  return name === "" || becomesLink(name) ? null : shortened(name, MAX_NAME_LENGTH);
}

/** Name of the setting that holds the owner's greetings, as a JSON object by language. */
export const GREETINGS = "mail_greetings";

const MAX_GREETING_LENGTH = 500;

/** What is wrong with a greeting, as words that follow "The greeting"; null if nothing is. */
export function greetingFault(text: string): string | null {
  if (text.length > MAX_GREETING_LENGTH) return `has ${text.length} characters, ${MAX_GREETING_LENGTH} are allowed`;
  if (becomesLink(text)) return "names an address; links and addresses are added by themselves";
  if (/[\p{Cc}<>]/u.test(text)) return "is not a paragraph of plain text";
  return null;
}

/** Whether mail programs may turn a part of a text into a link: a domain, an address, a scheme, a network path. */
export function becomesLink(text: string): boolean {
  const plain = toNormalForm(text, "NFKC")
    .replace(/\p{Cf}/gu, "")
    .replaceAll("\u3002", ".");
  return /[@\\]|\/\/|\bwww\.|[\p{L}\d-]\.\p{L}{2,}|\d\.\d+\.\d+\.\d|\p{L}{2,}:[\p{L}\d+/]/iu.test(plain);
}
