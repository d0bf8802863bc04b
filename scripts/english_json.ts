/** `bun scripts/english_json.ts FOLDER`: the English messages as JSON files, in the form of their translations. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { consoleEnglish, type MessageSet, mailEnglish, pagesEnglish } from "../src/languages/mod.ts";

const [folder] = Bun.argv.slice(2);
if (folder === undefined) throw new Error("Name a folder: bun scripts/english_json.ts FOLDER");
mkdirSync(folder, { recursive: true });
for (const [name, messages] of Object.entries({ pages: pagesEnglish, console: consoleEnglish, mail: mailEnglish })) {
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(flatTexts(messages), null, 2)}\n`);
}

function flatTexts(messages: MessageSet): Record<string, string> {
  const texts = Object.entries(messages).flatMap(([key, message]): [string, string][] =>
    typeof message === "string"
      ? [[key, message]]
      : Object.entries(message).map(([category, text]) => [`${key}_${category}`, text]),
  );
  return Object.fromEntries(texts);
}
