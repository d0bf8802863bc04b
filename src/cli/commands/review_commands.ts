/** The commands that set up a business, import its reviews and change them; each loads its act when it runs. */
import { ID_USES, IMPORT_FORMATS, ROUNDINGS, SCALES } from "../../import/reading.ts";
import {
  BUSINESS_TYPES,
  KNOWN_LICENSES,
  NAME_POLICIES,
  VERIFICATION_METHODS,
  WITHHOLDING_REASONS,
} from "../../review/mod.ts";
import { type Command, optionsOf } from "../command.ts";
import type { ProfileQuestion } from "./profile.ts";

const READING_OPTIONS = {
  "--verified-by <method>": {
    description: "verification method if the file states none",
    choices: VERIFICATION_METHODS,
  },
  "--source <name>": "source if the file states none",
  "--column <role=name>": { description: "map a column, such as rating=Stars; repeatable", repeats: true },
  "--date-format <format>": "date format, such as DD/MM/YYYY",
  "--as-of <date>": 'the day that dates such as "2 weeks ago" count from',
  "--scale <best>": { description: "highest rating, if not 5", choices: SCALES },
  "--round <how>": { description: "how to round fractional ratings", choices: ROUNDINGS },
  "--encoding <name>": "encoding of text files, such as windows-1252 (default: detected)",
  "--moderation <words>": "meaning of unknown words in a status column, such as Featured=shown",
  "--format <format>": { description: "format of the files (default: detected)", choices: IMPORT_FORMATS },
  "--location <name>": "location to import, from an export of several",
  "--ids <use>": { description: "ids under which other reviews are stored", choices: ID_USES },
  "--name-policy <policy>": { description: "how much of authors' names to store from now on", choices: NAME_POLICIES },
};

const QUESTIONS: readonly ProfileQuestion[] = [
  { field: "name", option: "name", ask: "Name of your business", isAsked: true },
  { field: "type", option: "type", ask: `Its trade (${BUSINESS_TYPES.join(", ")})`, isAsked: true },
  { field: "url", option: "url", ask: "Your own site, such as https://example.com" },
  { field: "telephone", option: "telephone", ask: "Your business telephone number", isAsked: true },
  { field: "logo", option: "logo", ask: "Address of your logo, such as https://example.com/logo.png" },
  { field: "color", option: "color", ask: "The colour of your pages, such as #0f5c4d" },
  { field: "time_zone", option: "time-zone", ask: "Your time zone, such as America/Chicago", isAsked: true },
  {
    field: "license",
    option: "license",
    ask: `Licence of the data you publish (${KNOWN_LICENSES.map(({ name }) => name).join(", ")}, or a URL)`,
  },
  { field: "technicians", option: "technicians", ask: "Technicians who may be named in public", isList: true },
  { field: "services", option: "services", ask: "Services you offer", isList: true },
  { field: "service_areas", option: "service-areas", ask: "Towns you serve", isList: true },
  {
    field: "sources",
    option: "terms",
    ask: "Review sites whose terms you publish under, each as SITE=URL",
    isList: true,
  },
];

const DEFAULT_DAYS = 90;

export const REVIEW_COMMANDS: readonly Command[] = [
  {
    name: "init",
    summary: "ask a few questions and write business.json, the profile of your business",
    details:
      "Also creates the database if there is none and, if BASE_URL is your public https address, server.json next to the file: " +
      "use it to list your server in the MCP registry (docs/mcp.md). Without a terminal it does not ask: pass the answers as options, at " +
      "least --name.",
    arguments: [{ name: "[file]", description: "file to write (default: business.json)" }],
    options: QUESTIONS.map(({ option, ask, isList }) => ({
      flags: `--${option} <${isList ? "names" : "text"}>`,
      description: `${ask}${isList ? ", separated by commas" : ""}`,
    })),
    examples: [
      ['goodword init --name "Brook Plumbing" --type Plumber --time-zone America/Chicago', "without questions"],
    ],
    run: async (call) => (await import("./profile.ts")).init(call, QUESTIONS),
  },
  {
    name: "import",
    summary: "import reviews and the profile of the business",
    details:
      "Reads goodword JSON (a /reviews.json is one), Google Takeout (the zip, its folder or reviews.json), and any other file " +
      "with reviews in it: CSV, Excel (.xlsx), JSON, NDJSON, pages with schema.org data, and zip archives of them. On a terminal it " +
      "asks for missing information; otherwise it names the option to add. All or nothing: a single invalid record leaves " +
      "everything unchanged. Importing the same file again changes nothing.",
    arguments: [{ name: "<files...>", description: "files, folders or archives; - for standard input" }],
    options: optionsOf({
      "--explain": "show how each column of the files is interpreted, and why, without reading reviews",
      "--dry-run": "show what would happen without changing anything",
      "--replace": "keep exactly the reviews in the files, and remove all others; asks first",
      "--remove-missing": "with --replace: remove them without asking",
      "--allow-empty": "with --replace: allow files without reviews, which removes all of them",
      "--skip-invalid": "skip invalid records and import the rest",
      "--rejects <file>": "with --skip-invalid: write skipped records to a file for correction",
      "--full <answer>": {
        description:
          "whether the files have all reviews of their sources, so that missing ones are marked as gone there (default: as with the last files of this shape; yes for Takeout)",
        choices: ["yes", "no"],
      },
      ...READING_OPTIONS,
    }),
    examples: [
      ["goodword import reviews.csv --source google --dry-run", "see what would happen"],
      ["goodword import business.json takeout.zip", "the business and its reviews from Google"],
      ["goodword import yelp.csv --source yelp --full yes", "also mark what has vanished there"],
      ["goodword import all.json --replace", "also remove what the file no longer contains"],
    ],
    run: async (call) => (await import("./import.ts")).importFiles(call),
  },
  {
    name: "profile",
    summary: "show or change single fields of the business",
    subcommands: [
      {
        name: "show",
        summary: "list all fields with their values; with --json, as a document that can be imported",
        arguments: [{ name: "[field]", description: "show this field in full" }],
        run: async (call) => (await import("./profile.ts")).profileShow(call),
      },
      {
        name: "set",
        summary: "set fields; nothing is changed if one is invalid",
        act: async () => (await import("../../owner/profile.ts")).setProfile,
      },
      {
        name: "add",
        summary: "add technicians, services or areas",
        act: async () => (await import("../../owner/profile.ts")).addToProfile,
      },
      {
        name: "remove",
        summary: "remove technicians, services or areas from the profile",
        act: async () => (await import("../../owner/profile.ts")).removeFromProfile,
      },
      {
        name: "license",
        summary: "decide whether others may reuse your reviews",
        act: async () => (await import("../../owner/profile_license.ts")).answerLicense,
      },
    ],
  },
  {
    name: "logo",
    summary: "show a logo on the pages, from a file or from the web",
    act: async () => (await import("../../owner/profile_picture.ts")).setLogo,
  },
  {
    name: "photo",
    summary: "show a photograph on the profile, with its author and licence",
    act: async () => (await import("../../owner/profile_picture.ts")).setPhoto,
  },
  {
    name: "undo",
    summary: "revert an import",
    act: async () => (await import("../../owner/undo.ts")).undo,
  },
  {
    name: "verify",
    summary: "verify reviews by the jobs on your list",
    details:
      "goodword jobs add keeps the list and verifies by it. A job proves a review by invoice number, by e-mail or telephone, or by the " +
      "full name and a date shortly before the review. A shortened name proves nothing: near misses are shown side by side " +
      "and change nothing. Confirm the right ones, one by one; they are published as attested by you.",
    options: optionsOf({
      "--dry-run": "show near misses and count proofs without changing anything",
      "--days <number>": `days after a job within which a review matched by name was written (default: ${DEFAULT_DAYS})`,
    }),
    examples: [
      ["goodword verify --dry-run", "see what would match"],
      ["goodword verify confirm r_abc=job_m4x7 --by AB", "you know that this is the customer of that job"],
      ["goodword verify attest r_abc --by AB", "you have checked it yourself, without a job"],
    ],
    subcommands: [
      {
        name: "confirm",
        summary: "publish a near miss as attested by you",
        act: async () => (await import("../../owner/near_miss.ts")).confirm,
      },
      {
        name: "rule-out",
        summary: "reject a near miss: the review is from another customer",
        act: async () => (await import("../../owner/near_miss.ts")).ruleOut,
      },
      {
        name: "attest",
        summary: 'confirm reviews whose authors you know; they are marked "Confirmed only by the business"',
        act: async () => (await import("../../owner/attest.ts")).attest,
      },
      {
        name: "withdraw",
        summary: "withdraw a verification; the reviews are withheld as unverified",
        act: async () => (await import("../../owner/attest.ts")).withdraw,
      },
    ],
    run: async (call) => (await import("./verify.ts")).verify(call),
  },
  {
    name: "list",
    summary: "list reviews, newest first, withheld ones too",
    options: optionsOf({
      "--status <status>": { description: "show only these", choices: ["published", "withheld"] },
      "--withheld <reason>": { description: "only those withheld for a reason", choices: WITHHOLDING_REASONS },
      "--gone": "only those that an import found gone from their source",
      "--rating <stars>": "only this star rating",
      "--source <name>": "only reviews of a source",
      "--author <name>": "only by authors whose name contains this",
      "--text <words>": "only those whose title or text contains this",
      "--since <date>": "dated on or after YYYY-MM-DD",
      "--until <date>": "dated on or before YYYY-MM-DD",
      "--limit <number>": "maximum number to show (default: 20)",
    }),
    examples: [["goodword list --withheld unverified", "what is unverified"]],
    run: async (call) => (await import("./list.ts")).list(call),
  },
  {
    name: "reply",
    summary: "reply to a review publicly, or withdraw the reply",
    act: async () => (await import("../../owner/reply.ts")).reply,
  },
  {
    name: "withhold",
    summary: "withhold a review from readers, or show it again",
    act: async () => (await import("../../owner/withhold.ts")).withhold,
  },
  {
    name: "remove",
    summary: "remove reviews permanently",
    act: async () => (await import("../../owner/remove.ts")).remove,
  },
  {
    name: "restore",
    summary: "allow a removed review to be imported again",
    act: async () => (await import("../../owner/restore.ts")).restore,
  },
  {
    name: "join",
    summary: "declare that two reviews are one customer's and count once",
    act: async () => (await import("../../owner/join.ts")).join,
  },
  {
    name: "split",
    summary: "declare that a review is not a copy of another",
    act: async () => (await import("../../owner/split.ts")).split,
  },
];
