import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { commandsReference, REFERENCE } from "./commands_reference.ts";

test("docs/commands.md equals the commands' own help (bun test/house/commands_reference.ts writes it)", async () => {
  expect(readFileSync(REFERENCE, "utf8")).toBe(await commandsReference());
});
