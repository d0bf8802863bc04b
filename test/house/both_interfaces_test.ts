/** Terminal and console do the same: every act of `owner/`, the command that does it, and that the console does it, too. */
import { describe, expect, test } from "bun:test";
import type { Command } from "../../src/cli/command.ts";
import { COMMANDS } from "../../src/cli/mod.ts";
import { allRows } from "../../src/console/modules.ts";
import { type SourceFile, sourceFiles } from "../support/source_files.ts";

const files = sourceFiles();

function fileNameOf(path: string): string | undefined {
  return /^src\/owner\/(\w+)\.ts$/.exec(path)?.[1];
}

/** Each act with its command. In the console, it is the row that names its file, or the page that shows what it reads. */
const ACTS: Readonly<Record<string, string>> = {
  // The business.
  "statistics.describeStore": "stats",
  "doctor.diagnose": "doctor",
  "back_up.listBackups": "backup",
  "notices.listNotices": "notices list",
  "settings.listSettings": "settings list",
  // Imports.
  "import_reviews.importReviews": "import",
  "import_preview.previewImport": "import",
  "import_preview.withAnswer": "import",
  "refused_records.refusedRecords": "import",
  // Reviews.
  "inbox.readInbox": "inbox",
  "verify_by_jobs.matchKeptJobs": "verify",
  // Insights.
  "insights.explainJudgements": "insights explain",
  "insights.auditExpressions": "insights audit",
  "insights.suggestTechnicians": "insights suggest",
  // Jobs and invitations.
  "add_jobs.addLists": "jobs add",
  "job_list.listJobs": "jobs list",
  "jobs_token.listJobsTokens": "jobs token list",
  // People.
  "people.makeLink": "console link",
  "people.listPeople": "console people",
};

/** Acts that belong to one interface only. */
const ONE_SIDED: Readonly<Record<string, string>> = {
  "business.businessFile": "writes the file that a terminal imports; the console has the profile itself",
  "export.exportBytes": "writes the file that the public address serves, which the console links to",
  "import_reviews.explainFiles": "is part of what the console shows of every import",
  "recover.recover": "wants the server stopped, and the console is part of it",
  "send_messages.sendDue": "is what a server does all the time",
  "add_jobs.addJob": "a list of one line does it in a terminal",
  "people.claim": "a password or passkey is chosen in the browser of whose it is",
  "people.saveCredential": "a password or passkey is chosen in the browser of whose it is",
  "people.lookAtLink": "shows the form behind a link",
  "import_seed.importSeed": "is done by the first start alone",
  "answer_invitation.createInvitationService": "serves customers",
  "receive_jobs.receiveJobs": "serves other programs",
  "receive_reviews.receiveReviews": "serves other programs",
  "renew_log_key.renewLogKey":
    "the key is a file beside the database, or a setting of the server's: whoever has a terminal puts it there",
  "send_messages.receiveBounce": "serves a mail server",
  "update_record.updateRecord": "is counted by the server",
};

/** Files of `owner/` that acts are made of. An act from whose declaration both interfaces are derived is not named here: `test/owner/every_act_test.ts`. */
const PARTS = [
  "act",
  "act_input",
  "refusal",
  "subjects",
  "review_state",
  "per_revision",
  "finding",
  "business",
  "business_fields",
  "check_log",
  "choose_columns",
  "export",
  "admit_test_mail",
  "save_verifications",
  "run_import",
  "import_files",
  "join_copies",
  "pictures",
  "full_files",
  "last_export",
  "sample_record",
  "link_key",
  "log_key",
  "settings_place",
  "act_services",
  "edit_business",
  "mail_server",
  "person_names",
  "read_jobs",
  "api_request",
  "sender_domain",
  "one_star_surge",
  "month_report",
  "repeated_wordings",
  ...files.flatMap(({ path, text }) => (/^export const \w+ = act\(/m.test(text) ? [fileNameOf(path) ?? ""] : [])),
];

const fileOf = (act: string) => act.split(".")[0] ?? "";

/** Which functions of `owner/` the files below a folder import: `reply.replyToReview`. */
function actsIn(folder: string): Map<string, SourceFile[]> {
  const found = new Map<string, SourceFile[]>();
  const note = (act: string, file: SourceFile) => found.set(act, [...(found.get(act) ?? []), file]);
  for (const file of files.filter(({ path }) => path.startsWith(folder))) {
    const { text } = file;
    const named = text.matchAll(
      /(?:import|const) \{([^}]*)\} (?:from|= await import\() ?"(?:\.\.\/)+owner\/(\w+)\.ts"/g,
    );
    for (const [, names = "", module] of named) {
      for (const name of names.split(",").map((each) => each.trim())) {
        if (/^[a-z]\w*$/.test(name)) note(`${module}.${name}`, file);
      }
    }
    for (const [, module, name] of text.matchAll(/await import\("(?:\.\.\/)+owner\/(\w+)\.ts"\)\)\.(\w+)/g)) {
      note(`${module}.${name}`, file);
    }
  }
  return found;
}

function commandAt(words: readonly string[], among: readonly Command[] = COMMANDS): Command | undefined {
  const [first, ...rest] = words;
  const command = among.find(({ name }) => name === first);
  return rest.length === 0 ? command : commandAt(rest, command?.subcommands ?? []);
}

/** The files that a command loads of `cli/`. */
function loadedBy(command: Command): ReadonlySet<string> {
  const [, module] = /import\("\.\/(\w+)\.ts"\)/.exec(String(command.run ?? command.unless?.run)) ?? [];
  const loaded = new Set<string>();
  const load = (path: string) => {
    if (!path.startsWith("src/cli/") || loaded.has(path)) return;
    loaded.add(path);
    for (const imported of files.find((file) => file.path === path)?.imports ?? []) load(imported);
  };
  load(`src/cli/commands/${module}.ts`);
  return loaded;
}

const inTerminal = actsIn("src/cli/");
const inConsole = actsIn("src/console/");

describe("Every act of the owner has both interfaces", () => {
  test.each(Object.entries(ACTS))("%s: goodword %s", (act, words) => {
    const command = commandAt(words.split(" "));
    const loaded = command === undefined ? new Set<string>() : loadedBy(command);
    expect((inTerminal.get(act) ?? []).map(({ path }) => path).filter((path) => loaded.has(path))).not.toEqual([]);
    expect((inConsole.get(act) ?? []).map(({ path }) => path)).not.toEqual([]);
  });

  test("every file of owner/ holds an act of the table, one that has one interface by nature, or a part of acts", () => {
    const known = [...Object.keys(ACTS), ...Object.keys(ONE_SIDED)].map(fileOf);
    const there = files.flatMap(({ path }) => fileNameOf(path) ?? []);
    expect([...new Set([...known, ...PARTS])].sort()).toEqual(there.sort());
  });

  test("acts of only one interface are in ONE_SIDED, with the reason", () => {
    const changes = (act: string) =>
      /^(?:add|attest|back|change|claim|confirm|create|edit|end|forget|give|import|make|receive|recover|remove|renew|reply|restore|revoke|save|send|skip|take|undo|verify|withhold)(?:[A-Z]|$)/.test(
        act.split(".")[1] ?? "",
      );
    const all = [...inTerminal.keys(), ...inConsole.keys()].filter((act) => !PARTS.includes(fileOf(act)));
    const alone = all.filter((act) => changes(act) && inTerminal.has(act) !== inConsole.has(act));
    expect(alone.filter((act) => !(act in ONE_SIDED))).toEqual([]);
  });

  test("each form of the console names a file of owner/ that its module calls", async () => {
    const called = new Set([...inConsole.keys()].map(fileOf));
    const acts = allRows.acts.filter(({ declaration }) => declaration === undefined);
    expect(acts.filter(({ act }) => !called.has(act)).map(({ path, act }) => `${path}: ${act}`)).toEqual([]);
    expect(acts.length).toBeGreaterThan(20);
  });

  test("whatever changes something by a form is behind a row of that name", async () => {
    const rows = new Set(allRows.acts.map(({ act }) => act));
    const looks = new Set([
      "inbox",
      "statistics",
      "doctor",
      "import_preview",
      "insights",
      "job_list",
      "jobs_token",
      "back_up",
      "notices",
    ]);
    const acting = Object.keys(ACTS).map(fileOf);
    expect([...new Set(acting)].filter((file) => !looks.has(file) && !rows.has(file))).toEqual([]);
  });
});
