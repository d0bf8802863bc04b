/** What files do not say and their owner is asked for, as both doors ask it. */
import { expect, test } from "bun:test";
import { judgeImport } from "../../src/owner/import_reviews.ts";
import { answerIn, orAsked, withAnswer } from "../../src/owner/look_at_import.ts";
import { readJobs } from "../../src/owner/read_jobs.ts";
import { NOON, storeInMemory } from "../support/drafts.ts";

const fileOf = (text: string) => ({ name: "list.csv", bytes: new TextEncoder().encode(text) });

test("orAsked() hands over what reviews do not say, until the answers settle it", async () => {
  const files = [fileOf("When,How many?,Words\n03/04/2026,5,Good\n04/05/2026,4,Fine\n")];
  const order = { files, replace: false, allowEmpty: false, skipInvalid: false };
  let options = {};
  const asked: string[] = [];
  for (;;) {
    const tried = await orAsked(() => judgeImport(storeInMemory(), { ...order, options }, { now: NOON }));
    if (tried.kind === "done") {
      expect(tried.value).toMatchObject({ kind: "acceptable", reading: { records: { length: 2 } } });
      break;
    }
    for (const question of tried.questions) {
      asked.push(question.role ?? question.option);
      const said = { rating: "how many?", "date-format": "dd/mm/yyyy", source: "google" };
      options = withAnswer(options, question, answerIn(question, said[asked.at(-1) as keyof typeof said]) ?? "");
    }
  }
  expect(asked).toEqual(["rating", "source", "date-format"]);
});

test("orAsked() hands over both columns that a list of jobs lacks, with the first value of each column", async () => {
  const tried = await orAsked(() => readJobs(fileOf("Who,Done\nJane Doe,2026-05-03\n")));
  expect(tried).toMatchObject({
    kind: "asked",
    questions: [
      { option: "column", role: "date", choices: ["Who", "Done"], examples: ["Who: Jane Doe", "Done: 2026-05-03"] },
      { option: "column", role: "customer" },
    ],
  });
});

test("answerIn() takes a choice in any case, a dash for a column that is not there, and no other word", () => {
  const column = { option: "column", role: "text", message: "", question: "", choices: ["Words"] } as const;
  expect([" words ", "-", "", "Wordy"].map((said) => answerIn(column, said))).toEqual(["Words", "", null, null]);
  const day = { option: "as-of", message: "", question: "" } as const;
  expect(["2026-05-31", "yesterday", "-"].map((said) => answerIn(day, said))).toEqual(["2026-05-31", null, null]);
});
