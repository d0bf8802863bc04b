/** The registry of review sites: "Google Maps", "Avis Google" and a link to a Maps page are all `google`. A source is a row of `sources.tsv`. */
import { splitList } from "./csv.ts";
import sourcesTsv from "./sources.tsv" with { type: "text" };
import { foldName, normaliseLine } from "./text.ts";
import { rowsOf } from "./tsv.ts";

interface RegisteredSource {
  readonly id: string;
  readonly name: string;
  readonly spellings: readonly string[];
  readonly hosts: readonly string[];
  readonly proves: "purchase" | "invitation" | "nothing" | "";
  readonly basis: string;
}

export const SOURCES: readonly RegisteredSource[] = rowsOf(
  sourcesTsv,
  "id",
  "name",
  "spellings",
  "hosts",
  "proves",
  "basis",
).map((row) => ({
  ...row,
  spellings: splitList(row.spellings),
  hosts: splitList(row.hosts),
  proves: row.proves as RegisteredSource["proves"],
}));

/** Words to ignore around the name of a source, as in "Avis Google" and "Google-Bewertungen". */
const REVIEW_WORDS = {
  en: "review reviews rating ratings listing page from on via at the customer business",
  de: "bewertung bewertungen rezension rezensionen auf bei von über",
  fr: "avis évaluation évaluations note notes sur de d chez via",
  es: "reseña reseñas opinión opiniones valoración valoraciones en de",
  it: "recensione recensioni opinione opinioni su di da",
  pt: "avaliação avaliações opinião opiniões no do em",
  nl: "recensie recensies beoordeling beoordelingen op van",
  pl: "opinia opinie recenzja recenzje na z w",
  ru: "отзыв отзывы на в с",
  ja: "クチコミ 口コミ レビュー の",
} as const;

/** The id of a source by any of its spellings. An unknown name is merely put into lower case. */
export function recogniseSource(given: string): string {
  const name = normaliseLine(given).toLowerCase();
  return registeredSource(name)?.id ?? name;
}

export function sourceName(id: string): string {
  return BY_ID.get(id)?.name ?? id.charAt(0).toUpperCase() + id.slice(1).replaceAll(/[_-]+/g, " ");
}

/** Whether a source's mark of a verified review proves that the author was a customer; null if unknown. */
export function provesCustom(id: string): boolean | null {
  const proves = BY_ID.get(id)?.proves || null;
  return proves === null ? null : proves !== "nothing";
}

/** The source whose pages an address belongs to, or null. */
export function sourceOfUrl(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const labels = url.hostname.toLowerCase().split(".");
  for (let from = 0; from < labels.length - 1; from++) {
    const host = labels.slice(from).join(".");
    const found = BY_HOST.get(host) ?? (isCountryDomain(labels, from) ? BY_HOST.get(`${labels[from]}.*`) : undefined);
    if (found !== undefined) return found.id;
  }
  return null;
}

function registeredSource(name: string): RegisteredSource | undefined {
  const byAddress = /^[\w-]+(?:\.[\w-]+)+(?:\/|$)|^https?:\/\//.test(name) ? sourceOfUrl(absolute(name)) : null;
  if (byAddress !== null) return BY_ID.get(byAddress);
  return BY_SPELLING.get(foldName(name)) ?? BY_SPELLING.get(foldName(withoutReviewWords(name)));
}

function absolute(address: string): string {
  return /^https?:\/\//.test(address) ? address : `https://${address}`;
}

/** Whether only a public suffix of one or two labels follows the name, as in `yelp.com` and `yelp.co.uk`. */
function isCountryDomain(labels: readonly string[], from: number): boolean {
  const suffix = labels.slice(from + 1);
  return suffix.length === 1 || (suffix.length === 2 && /^(?:com?|org|net)$/.test(suffix[0] ?? ""));
}

const KNOWN_WORDS: ReadonlySet<string> = new Set(Object.values(REVIEW_WORDS).join(" ").split(" ").map(foldName));
/** Japanese words, which follow a name without a space. */
const JOINED_WORDS = new RegExp(`(?:${REVIEW_WORDS.ja.replaceAll(" ", "|")})+`, "g");

function withoutReviewWords(name: string): string {
  const words = name.replace(JOINED_WORDS, " ").split(/[^\p{L}\p{M}\p{N}]+/u);
  return words.filter((word) => !KNOWN_WORDS.has(foldName(word))).join("");
}

const BY_ID: ReadonlyMap<string, RegisteredSource> = new Map(SOURCES.map((source) => [source.id, source]));
const BY_SPELLING: ReadonlyMap<string, RegisteredSource> = new Map(
  SOURCES.flatMap((source) =>
    [source.id, source.name, ...source.spellings].map((spelling) => [foldName(spelling), source] as const),
  ),
);
const BY_HOST: ReadonlyMap<string, RegisteredSource> = new Map(
  SOURCES.flatMap((source) => source.hosts.map((host) => [host, source] as const)),
);
