/** Matches technicians by name, guarding against months, words that are names, other people and companies. */

import { editDistance } from "../../nearest_name.ts";
import { type Catalog, toNormalForm } from "../../review/mod.ts";
import { wordsBy } from "../lexicon/lists.ts";
import { factOf, inList, perLanguage } from "./lexeme.ts";
import { lexicon } from "./lexicon.ts";
import { type Token, tokenAt, tokenize } from "./tokens.ts";

/** Position of an entity in the tokens. */
export interface EntityMention {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

interface Name {
  readonly words: readonly [first: string, ...others: string[]];
  readonly ids: readonly string[];
}

/** Technician names prepared for lookup in a text. */
export interface TechnicianIndex {
  /** Names by their first word, longest first. */
  readonly names: ReadonlyMap<string, readonly Name[]>;
  /** Last names by technician, to distinguish "Mike B." from another Mike. */
  readonly lastNames: ReadonlyMap<string, string>;
}

/** Indexes full names, first names and aliases; technicians who share a name share its entry. */
export function technicianIndex(technicians: Catalog["technicians"]): TechnicianIndex {
  const names = new Map<string, Name[]>();
  const lastNames = new Map<string, string>();
  const add = ([first, ...others]: readonly string[], id: string) => {
    if (first === undefined) return;
    const list = names.get(first) ?? [];
    const words = [first, ...others] as const;
    const at = list.findIndex((other) => other.words.join(" ") === words.join(" "));
    const same = list[at];
    if (same === undefined) list.push({ words, ids: [id] });
    else if (!same.ids.includes(id)) list[at] = { words, ids: [...same.ids, id] };
    names.set(first, list);
  };
  for (const { id, name, aliases } of technicians) {
    const words = wordsOf(name);
    const lastName = words.slice(1).at(-1);
    if (lastName !== undefined) lastNames.set(id, lastName);
    add(words, id);
    add(words.slice(0, 1), id);
    for (const alias of aliases) add(wordsOf(alias), id);
  }
  for (const list of names.values()) list.sort((a, b) => b.words.length - a.words.length);
  return { names, lastNames };
}

function wordsOf(name: string): string[] {
  return tokenize(name)
    .filter(({ kind, word }) => kind !== "mark" && !TITLES.has(word))
    .map(({ word }) => plain(word));
}

const TITLES = new Set("mr mrs ms herr frau señor sr señora sra don m mme monsieur madame".split(" "));

/** A name without accents, as many a keyboard writes it. */
export function plain(word: string): string {
  return /[^\p{ASCII}]/u.test(word) ? toNormalForm(word, "NFD").replace(/\p{M}/gu, "") : word;
}

interface FoundTechnicians {
  readonly technicians: readonly EntityMention[];
  /** Those who share a first name that the text mentions. */
  readonly ambiguous: readonly string[];
  /** Names of authors and of those who did not come. */
  readonly uncredited: readonly EntityMention[];
}

/** Technicians named in a text; one who did not come is not credited with what the rest of it praises. */
export function findTechnicians(
  tokens: readonly Token[],
  index: TechnicianIndex,
  authorName: string | null,
): FoundTechnicians {
  const technicians: EntityMention[] = [];
  const uncredited: EntityMention[] = [];
  const absent = new Set<string>();
  const shared = new Set<string>();
  if (index.names.size === 0) return { technicians, ambiguous: [], uncredited };
  let author: string | null = null;
  const isFlat = isOneCase(tokens);
  for (let i = 0; i < tokens.length; i++) {
    const { kind, capital } = tokenAt(tokens, i);
    if (kind !== "word" || (!capital && !isFlat)) continue;
    const name = nameAt(tokens, i, index, isFlat);
    if (!name) continue;
    author ??= authorName === null ? "" : (wordsOf(authorName)[0] ?? "");
    const to = i + name.words.length;
    if (!isPerson(tokens, i, to, name, author, index)) continue;
    const ids = name.ids.length > 1 ? narrowed(tokens, to, name.ids, index) : name.ids;
    const [id = "", ...others] = ids;
    const isMissing = isAbsent(tokens, i, to);
    if (isMissing && others.length === 0) absent.add(id);
    if (isMissing || isSignature(tokens, i, to)) uncredited.push({ id, from: i, to });
    else if (others.length === 0) technicians.push({ id, from: i, to });
    else for (const each of ids) shared.add(each);
    i = to - 1;
  }
  const credited = absent.size === 0 ? technicians : technicians.filter(({ id }) => !absent.has(id));
  for (const mention of technicians) if (absent.has(mention.id)) uncredited.push(mention);
  const named = new Set(credited.map(({ id }) => id));
  const ambiguous = [...shared].some((id) => named.has(id)) ? [] : [...shared].sort();
  return { technicians: credited, ambiguous, uncredited };
}

/** A text all in capitals or without any has no capitals to go by. */
function isOneCase(tokens: readonly Token[]): boolean {
  let isShouted = true;
  let isSmall = true;
  for (let i = 0; i < tokens.length; i++) {
    const { kind, shout, capital, word } = tokenAt(tokens, i);
    if (kind !== "word") continue;
    if (!shout && word.length > 1) isShouted = false;
    if (capital) isSmall = false;
    if (!isShouted && !isSmall) return false;
  }
  return true;
}

/** The name that begins at a word, which is capitalised where the text is not of one case. */
function nameAt(tokens: readonly Token[], i: number, index: TechnicianIndex, isFlat: boolean): Name | null {
  const token = tokenAt(tokens, i);
  const word = bareOf(token);
  const exact = index.names.get(word)?.find(({ words }) => words.every((w, k) => sameWord(tokens[i + k], w)));
  if (exact) return isFlat && exact.words.length === 1 && isOrdinary(token) ? null : exact;
  if (!token.capital || isFlat || i === 0 || tokenAt(tokens, i - 1).kind === "mark" || isOrdinary(token)) return null;
  return misspelt(word, index);
}

function sameWord(token: Token | undefined, word: string): boolean {
  return token !== undefined && bareOf(token) === word;
}

function bare(accented: string): string {
  const word = plain(accented);
  return word.endsWith("'s") || word.endsWith("s'") ? word.slice(0, -2) : word.endsWith("'") ? word.slice(0, -1) : word;
}

/** Asked of every word of a text. */
function bareOf({ word, written, lexeme }: Token): string {
  return written === word ? bareOfLexeme(lexeme) : bare(written);
}

const bareOfLexeme = factOf(bare);

function isOrdinary(token: Token): boolean {
  const { word, lexeme } = token;
  return isListed("ambiguous", token) || lexicon(lexeme.language).words.has(word);
}

/** The one single-word name that `word` misspells; null when none or several. */
function misspelt(word: string, index: TechnicianIndex): Name | null {
  const near: Name[] = [];
  for (const list of index.names.values()) {
    for (const name of list) if (name.words.length === 1 && isEditedName(word, name.words[0])) near.push(name);
  }
  return near.length === 1 ? (near[0] ?? null) : null;
}

function isPerson(
  tokens: readonly Token[],
  from: number,
  to: number,
  name: Name,
  author: string,
  index: TechnicianIndex,
): boolean {
  if (isCompany(tokens, to) || isStreet(tokens, to) || isRelative(tokens, from)) return false;
  if (name.words.length > 1) return true;
  if (isOtherSurname(tokens, to, name.ids, index) || isPrice(tokens, from, to)) return false;
  const [word] = name.words;
  const own = tokenAt(tokens, from);
  if (isListed("months", own, word) && isMonth(tokens, from, to)) return false;
  return (!isListed("ambiguous", own, word) && word !== author) || hasCue(tokens, from, to);
}

function isCompany(tokens: readonly Token[], to: number): boolean {
  const next = tokens[to];
  return next?.capital === true && isListed("companies", next);
}

function isStreet(tokens: readonly Token[], to: number): boolean {
  const next = tokens[to];
  return next?.capital === true && isListed("streets", next);
}

/** "my husband Mike", "my neighbor Mike". */
function isRelative(tokens: readonly Token[], from: number): boolean {
  return isListed("relatives", tokens[from - 1]) || isListed("relatives", tokens[from - 2]);
}

/** Another capitalised word right behind a first name is a surname; it must be the technician's. */
function isOtherSurname(tokens: readonly Token[], to: number, ids: readonly string[], index: TechnicianIndex): boolean {
  const next = tokens[to];
  const last = tokenAt(tokens, to - 1);
  if (!next?.capital || next.kind !== "word" || next.start !== last.end + 1 || next.word === "i" || next.shout)
    return false;
  if (last.written !== bare(last.written) || lexicon(next.lexeme.language).words.has(next.word)) return false;
  return !ids.some((id) => {
    const lastName = index.lastNames.get(id);
    return (
      lastName === undefined ||
      lastName === bare(next.written) ||
      (next.written.length === 1 && lastName.startsWith(next.written))
    );
  });
}

/** "- Mike" on its own, or before a comma, signs the review, and so do the names behind a farewell. */
function isSignature(tokens: readonly Token[], from: number, to: number): boolean {
  const before = tokens[from - 1]?.word ?? "";
  const isSetOff = before === "-" || before === "—" || before === "–" || before === "\n";
  const isEnded = to >= tokens.length || tokenAt(tokens, to).kind === "mark";
  const goesOn = isListed("after", tokens[to]) && !isAnd(tokens[to]?.lexeme);
  return (isSetOff && isEnded) || (isBehindFarewell(tokens, from) && !goesOn);
}

/** The most tokens between a farewell and a name that signs. */
const FAREWELL_REACH = 6;

/** Whether only other names, marks within a sentence and the like of "from" stand between a farewell and token `from`. */
function isBehindFarewell(tokens: readonly Token[], from: number): boolean {
  for (let i = from - 1; i >= Math.max(0, from - FAREWELL_REACH); i--) {
    const token = tokenAt(tokens, i);
    if (isListed("farewells", token)) return true;
    const { kind, word, capital, lexeme } = token;
    const isBetween = kind === "mark" ? !/[.!?;…]/.test(word) : capital || isAnd(lexeme) || isListed("senders", token);
    if (!isBetween) return false;
  }
  return false;
}

const isAnd = inList("and");

/** "This visit wasn't Dana", "instead of Dana", "Dana was not the one": somebody else came. */
function isAbsent(tokens: readonly Token[], from: number, to: number): boolean {
  let before = from - 1;
  while (isListed("links", tokens[before])) before--;
  if (isListed("nots", tokens[before]) || (before < from - 1 && isListed("instead", tokens[before]))) return true;
  for (let i = to; i < to + 3 && tokens[i]?.kind === "word"; i++) {
    if (isListed("nots", tokens[i])) return isListed("absent", tokens[i + 1]) || isListed("absent", tokens[i + 2]);
  }
  return false;
}

/** The most tokens between such a name and the sign that it means money. */
const PRICE_REACH = 7;

/** "Bill came in under the estimate." */
function isPrice(tokens: readonly Token[], from: number, to: number): boolean {
  if (!isListed("money", tokens[from]) || !isListed("money_verbs", tokens[to])) return false;
  for (let i = to + 1; i < to + PRICE_REACH; i++) {
    const token = tokens[i];
    if (token === undefined || /[.,!?;…\n]/.test(token.word.charAt(0))) return false;
    if (token.kind === "number" || isListed("money_signs", token)) return true;
  }
  return false;
}

function isMonth(tokens: readonly Token[], from: number, to: number): boolean {
  return isListed("month_cues", tokens[from - 1]) || tokens[to]?.kind === "number";
}

function hasCue(tokens: readonly Token[], from: number, to: number): boolean {
  for (let i = from - 1; i >= Math.max(0, from - 2); i--) if (isListed("before", tokenAt(tokens, i))) return true;
  return isListed("after", tokens[to]);
}

/** "Mike B." picks the Mike whose last name begins with B. */
function narrowed(
  tokens: readonly Token[],
  to: number,
  ids: readonly string[],
  index: TechnicianIndex,
): readonly string[] {
  const next = tokens[to];
  if (!next?.capital || next.kind !== "word") return ids;
  const fitting = ids.filter((id) => index.lastNames.get(id)?.startsWith(bare(next.written)));
  return fitting.length === 1 ? fitting : ids;
}

/** Whether `written` is `name` with one slip (two from nine letters on) behind the same first letter. */
export function isEditedName(written: string, name: string): boolean {
  if (name.length < 5 || written === name || written[0] !== name[0]) return false;
  const allowed = name.length >= 9 ? 2 : 1;
  return editDistance(written, name, allowed) <= allowed;
}

const nameLists = perLanguage(({ data }) => wordsBy("list", data.names));

type NameList =
  | "ambiguous"
  | "before"
  | "after"
  | "months"
  | "month_cues"
  | "companies"
  | "streets"
  | "relatives"
  | "farewells"
  | "senders"
  | "money"
  | "money_verbs"
  | "money_signs"
  | "nots"
  | "instead"
  | "links"
  | "absent";

/** Whether a token, or a word in its place, is in a list of its language's `names.tsv`, which documents each list. */
export function isListed(list: NameList, token: Token | undefined, word = token?.written ?? ""): boolean {
  return token !== undefined && (nameLists(token.lexeme.language).get(list)?.has(word) ?? false);
}
