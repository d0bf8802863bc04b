/**
 * The worst words of "English" in CONTRIBUTING.md, in comments, names, test titles and messages.
 *
 *     bun test/house/english_test.ts            prints each place
 *     bun test/house/english_test.ts src/owner  prints those in a folder or file
 */
import { expect, test } from "bun:test";
import { sourceFiles } from "../support/source_files.ts";

/** Not after a subject that can speak: "customers say", "as she said". */
const PERSON = String.raw`(?<!\b(?:customers?|reviewers?|authors?|people|persons?|owners?|users?|they|you|she|he) )`;
const CLAUSE_END = String.raw`(?=\s*(?:[.,;:)]|$))`;

/** In comments, titles and messages. */
const PROSE: readonly RegExp[] = [
  /\b(?:told|tell(?:s|ing)?)\b(?!(?: \S+){0,5} apart\b)/gi,
  new RegExp(String.raw`${PERSON}\b(?:said|says?|saying)\b`, "gi"),
  /\b(?:anew|meanwhile|whoever|somebody's|nobody's|beside each other)\b/gi,
  /(?<!\bthere )\b(?:is|are|was|were|be|being) none\b/gi,
  /\b(?:is|are|was|were|be|or|for|to|by|of|from|at|with) nobody\b/gi,
  /\b(?:or|for|to|by|of|from|at|with) none\b(?! of\b)/gi,
  new RegExp(String.raw`\bof th[eo]se${CLAUSE_END}`, "gi"),
  new RegExp(String.raw`\bno more${CLAUSE_END}`, "gi"),
  /\bspeaks? of\b/gi,
  /\bsmells? of\b/gi,
  /\bthere is such\b/gi,
];

/** A sentence that begins with a relative clause instead of its subject. */
const COMMENT: readonly RegExp[] = [...PROSE, /(?:^|[.:])\s+Who(?:se)? [a-z]+(?![^.]*\?)/g];

const TITLE: readonly RegExp[] = [...PROSE, /\bof what\b/gi, /\bas it is\b/gi, /^(?:and|but|so)\b/gi];

/** Words of a name, `robbed` of `closeRobbedFile` and `robbed_file.ts`. */
const NAME_WORD =
  /^(?:told|said|says?|tells?|anew|meanwhile|whoever|nobody|nobodys|somebody|somebodys|deeds?|standing|desk|door|attendant|lookout|robbed|elsewhere|departed|smells|speakers|wet)$/i;
/** Names that could mean anything. */
const NAME = /^(?:Question|Parts|\w*Means|hand|part|leave|alone|settled|comingBy)$/;
/** Parts of a name in which such a word is the right one. */
const RIGHT = /customersSay|tells?Apart/gi;

/** Texts in four languages, lists of words, and sentences of customers. */
const CATALOGUES =
  /^src\/(?:languages|insights\/lexicon)\/|(?:^|\/)[a-z_]*words(?:_for)?\.ts$|^(?:bench|soak)\/.*(?:generate_reviews|search_queries|mcp_questions)\.ts$/;

const FOLDERS = ["src", "test", "soak", "bench", "scripts"];

interface Place {
  readonly path: string;
  readonly line: number;
  readonly found: string;
}

/** Comments, string literals and regular expressions, in this order of preference. */
const TOKEN =
  /\/\*[\s\S]*?\*\/|(?:\/\/[^\n]*(?:\n[ \t]*(?=\/\/))?)+|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|(?<=[=(,:[!&|?{};\n]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//g;
const TITLE_BEFORE = /(?:\b(?:test|describe|it)(?:\.\w+)*\(|\)\()\s*$/;
const DECLARED =
  /^(?:export )?(?:declare |abstract |async |default )*(?:function\*?|class|interface|type|enum|const|let) ([\w$]+)/gm;

function badEnglishIn(path: string, text: string): Place[] {
  const places: Place[] = [];
  const report = (at: number, found: string) =>
    places.push({ path, line: text.slice(0, at).split("\n").length, found });
  const look = (part: string, at: number, patterns: readonly RegExp[]) => {
    for (const pattern of patterns)
      for (const match of part.matchAll(pattern)) report(at + match.index, match[0].trim());
  };

  for (const word of wordsOf(fileNameOf(path))) if (NAME_WORD.test(word)) report(0, word);
  for (const { 1: name = "", index } of text.matchAll(DECLARED)) {
    const words = wordsOf(name.replace(RIGHT, "")).filter((word) => NAME_WORD.test(word));
    if (words.length > 0 || NAME.test(name)) report(index, name);
  }
  if (CATALOGUES.test(path)) return places;

  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token.startsWith("//") || token.startsWith("/*")) look(proseOf(token), index, COMMENT);
    else if (token.startsWith("/")) continue;
    else if (isTest(path)) {
      if (TITLE_BEFORE.test(text.slice(Math.max(0, index - 30), index))) look(token.slice(1, -1), index + 1, TITLE);
    } else if (/^.\S+ \S+ \S/.test(token)) look(withoutCode(token), index, PROSE);
  }
  return places;
}

/** `customersSay` of `src/pages/customers_say.tsx`. */
function fileNameOf(path: string): string {
  const [name = ""] = path.split("/").at(-1)?.split(".") ?? [];
  return name.replace(/_[a-z]/g, ([, letter = ""]) => letter.toUpperCase()).replace(RIGHT, "");
}

function isTest(path: string): boolean {
  return path.startsWith("test/");
}

/** A comment without its marks, each replaced by blanks, so that positions stay. */
function proseOf(comment: string): string {
  return comment.replace(/(?:^|\n)\s*(?:\/\/|\/?\*+\/?)|\*\/$|\n/g, (mark) => " ".repeat(mark.length));
}

/** A text with the expressions of a template replaced by blanks. */
function withoutCode(text: string): string {
  return text.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, (code) => " ".repeat(code.length));
}

/** `close`, `Robbed` and `File` of `closeRobbedFile`. */
function wordsOf(name: string): string[] {
  return name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
}

function allPlaces(): Place[] {
  return FOLDERS.flatMap((folder) => sourceFiles(folder))
    .filter(({ path }) => path !== "test/house/english_test.ts")
    .flatMap(({ path, text }) => badEnglishIn(path, text));
}

/** The preload of the tests sets the limit: without it, this file is run as a program. */
if (process.env.TEST_LIMIT_MS === undefined) {
  const [, , below = ""] = process.argv;
  const within = allPlaces().filter(({ path }) => path === below || path.startsWith(below.replace(/([^/])$/, "$1/")));
  for (const { path, line, found } of within) console.log(`${path}:${line}: ${found}`);
} else {
  test.each<[source: string, found: readonly string[]]>([
    ["// Retries are told apart by their Message-ID.", []],
    ["// As customers say, there is none.", []],
    ["// The log tells what it is told.", ["tells", "told"]],
    ["/** Null when it is none,\n * or of these. */", ["is none", "of these"]],
    ["// Who asks is answered.", ["Who asks"]],
    ["// Who may ask?", []],
    ["// A value that is served no more.", ["no more"]],
    ["// It takes no more than a second.", []],
    ['const text = "// meanwhile";', []],
    ['const text = "The file says nothing";', ["says"]],
    [`const text = \`\${words.say(key, { name })} and more\`;`, []],
    ["const told = /say/;", ["told"]],
    ["export type ActMeans = Deed;", ["ActMeans"]],
    ["export function tellApart() {}", []],
  ])("the lint of %j finds %j", (source, found) => {
    expect(badEnglishIn("src/http/example.ts", source).map((place) => place.found)).toEqual([...found]);
  });

  test("the lint reads titles of tests, and no other text of theirs", () => {
    const source = 'test("says so", () => post("it says so again"));\ndescribe.each([1])("and meanwhile", run);';
    const found = badEnglishIn("test/http/example_test.ts", source);
    expect(found.map(({ line, found }) => `${line}: ${found}`)).toEqual(["1: says", "2: meanwhile", "2: and"]);
  });

  test("no text has the words that CONTRIBUTING.md advises against", () => {
    expect(allPlaces()).toEqual([]);
  });
}
