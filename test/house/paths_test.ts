/** Each address of the service is written once, in http/paths.ts. */
import { expect, test } from "bun:test";
import { PATHS } from "../../src/http/paths.ts";
import { sourceFiles } from "../support/source_files.ts";

/** The publication, which knows nothing of the web, writes the address of a review itself. */
const OWN = new Set(["src/http/paths.ts", "src/publication/public_review.ts"]);

test("no other module writes the address of a document, a page or a door", () => {
  const addresses = Object.values(PATHS)
    .map((path) => path.replace(/\{\w+\}/, ""))
    .filter((path) => path !== PATHS.home);
  const found = sourceFiles()
    // The console has addresses of its own, below an address of its own.
    .filter(({ path }) => !OWN.has(path) && !/^src\/(?:cli|console)\//.test(path))
    .flatMap(({ path, text }) => {
      const strings = withoutComments(text).match(/"[^"\n]*"|`[^`]*`/g) ?? [];
      return strings
        .filter((string) =>
          addresses.some(
            (address) => /^["`](\$\{[\w.]+\})?$/.test(string.split(address, 1)[0] ?? "") && string.includes(address),
          ),
        )
        .map((string) => `${path}: ${string}`);
    });
  expect(found).toEqual([]);
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");
}
