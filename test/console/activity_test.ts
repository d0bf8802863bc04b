/** The history in sentences: one for each act, in each language, and who took personal data with them. */
import { describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { commandOfForm, describeActivity } from "../../src/console/mod.ts";
import { consoleWords } from "../../src/languages/mod.ts";
import { listBackups } from "../../src/owner/back_up.ts";
import { readLog } from "../../src/store/mod.ts";
import { Workshop } from "../support/command_line.ts";
import { openTestConsole } from "../support/console.ts";
import { allRows } from "../support/console_forms.ts";
import { draftOf, importInto } from "../support/drafts.ts";
import { perform } from "../support/perform.ts";
import { sourceFiles } from "../support/source_files.ts";
import { openTestStore } from "../support/test_store.ts";

const LANGUAGES = ["en", "de", "es", "fr"] as const;

/** Every name that something is noted by: by an act, by a form, or in the source. */
const COMMANDS = new Set([
  ...allRows.acts.map(commandOfForm),
  ...sourceFiles()
    .filter(({ path }) => /^src\/(?:owner|console|store)\//.test(path))
    .flatMap(({ text }) => [...text.matchAll(/\b(?:command|noted): "([a-z -]+)"/g)].map(([, name = ""]) => name)),
  "withdraw",
  "answer",
  "edit",
  "join",
  "split",
  "migrate",
  "invitations links",
  "invitations cards",
  // By earlier releases.
  ...["people", "add_jobs", "take_jobs", "job_list", "write_links", "back_up", "inbox", "insights", "cosign"],
]);

/** What is noted with them, by act or for any. */
const DETAILS: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  import: [{ files: ["a.csv"], added: 3, changed: 1, removed: 0, suppressed: 0, business: "changed" }],
  profile: [{ files: [], added: 0, fields: ["telephone", "logo_image"] }],
  photos: [{ photos: { added: ["a1b2"] } }, { photos: { changed: "a1b2" } }, { photos: { removed: "a1b2" } }],
  remove: [{ removed: "request" }, { removed: "other" }, { photos: { removed: ["a1b2"] } }],
  withhold: [
    { withheld: "abuse", before: null },
    { withheld: "no longer", before: "abuse" },
  ],
  settings: [{ settings: ["INVITATIONS", "PORT"] }],
  migrate: [{ sources: ["google maps is google"], renamed: 2, merged: 0 }],
};
const ANY = [{}, { joined_with: "r2" }, { split_from: "r2" }, { changed: ["text"] }, { removed: "replaced" }];

describe.each(LANGUAGES)("describeActivity() in %s", (language) => {
  test.each([...COMMANDS].sort())("has a sentence for %s", async (command) => {
    const words = consoleWords(language);
    for (const detail of DETAILS[command] ?? ANY) {
      for (const reviewId of [null, "r1"]) {
        const said = describeActivity(words, { command, reviewId, detail });
        expect(said).not.toBe(words.say("did.other", { command }));
        expect(said).toMatch(/^\p{Lu}[^{}[\]]*\.$/u);
        expect(said).not.toMatch(/\[object|undefined|null|no longer|\bNaN\b/);
      }
    }
  });

  test("names fields of the business and settings as their forms do", async () => {
    const words = consoleWords(language);
    const fields = ["telephone", "address.locality", "photo.url", "photo_image", "technicians.ana.aliases", "later"];
    const labels = [words.say("profile.telephone"), words.say("profile.address.locality"), words.say("pictures.photo")];
    expect(describeActivity(words, { command: "profile", reviewId: null, detail: { fields } })).toBe(
      words.say("did.profile", { fields: [...labels, words.say("catalog.technicians"), "later"].join(", ") }),
    );
    const detail = { settings: ["INVITATIONS", "PORT"] };
    expect(describeActivity(words, { command: "settings", reviewId: null, detail })).toBe(
      words.say("did.settings", { names: `${words.say("settings.name.INVITATIONS")}, PORT` }),
    );
  });

  test("counts one customer as one", async () => {
    const words = consoleWords(language);
    const said = (command: string, links: number) =>
      describeActivity(words, { command, reviewId: null, detail: { links } });
    for (const command of ["invitations links", "invitations cards"]) {
      expect(said(command, 1).replace("1", "2")).not.toBe(said(command, 2));
    }
  });

  test("publishing a review again is not a review withheld", async () => {
    const words = consoleWords(language);
    const said = (withheld: string) =>
      describeActivity(words, { command: "withhold", reviewId: "r1", detail: { withheld } });
    expect(said("no longer")).toBe(words.say("did.shown"));
    expect(said("abuse")).toContain(words.shared.say("reason.abuse"));
  });
});

test("The history names who downloaded a backup and who exported links, as commands", async () => {
  using shop = new Workshop();
  const folder = shop.path("backups");
  mkdirSync(folder);
  await using store = openTestStore(shop.database);
  await importInto(store, [draftOf({ id: "a1" })]);
  await using console = openTestConsole({
    store,
    environment: { BACKUP_DIR: folder, INVITATIONS: "links", LINK_KEY: "0".repeat(64) },
  });
  const olive = await console.as("owner", "Olive");
  await olive.post("/backups/make");
  await (await olive.get(`/backups/${listBackups(folder)[0]?.name}`)).text();
  await (await olive.post("/invitations/links")).text();
  await olive.post("/insights/overrides?mute=yes", { phrases: "no debris" });
  const lines = await readLog(store, { limit: 20 });
  const byOlive = lines.filter(({ by }) => by === "Olive").map(({ command }) => command);
  expect(byOlive).toEqual(
    expect.arrayContaining(["backup", "backup download", "invitations links", "insights overrides"]),
  );
  const page = await (await olive.get("/activity")).text();
  expect(page).toContain("was downloaded, with all contacts.");
  expect(page).toContain("customers were exported.");
});

test("The console names the author of a review, and goodword log prints the same sentence", async () => {
  using shop = new Workshop();
  await using store = openTestStore(shop.database);
  await importInto(store, [draftOf({ id: "a1", authorName: "Ellen Fox" })]);
  await using console = openTestConsole({ store });
  const olive = await console.as("owner", "Olive");
  const { reply } = await import("../../src/owner/reply.ts");
  await perform(reply, store, "a1", { text: "Thank you" }, { now: shop.now });
  const page = await (await olive.get("/activity")).text();
  expect(page).toContain("A reply was published.");
  expect(page).toContain(">Ellen Fox<");
  expect((await shop.run("log", "--review", "a1", "--limit", "1")).out).toContain("reply  a1  A reply was published.");
});
