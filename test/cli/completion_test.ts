import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { COMMANDS } from "../../src/cli/mod.ts";
import { Workshop } from "../support/command_line.ts";

test("completion names every command and its options, for each shell", async () => {
  using shop = new Workshop();
  for (const shell of ["bash", "zsh", "fish"]) {
    const { out } = await shop.run("completion", shell);
    for (const { name, options = [] } of COMMANDS) {
      expect(out).toContain(name);
      for (const { flags } of options) expect(out).toContain(flags.split(" ")[0]!.replace("--", ""));
    }
  }
});

test("completion for bash is a script that bash understands and that completes commands", async () => {
  using shop = new Workshop();
  const script = (await shop.run("completion", "bash")).out;
  const ask = (words: string) =>
    spawnSync("bash", [
      "-c",
      `${script}\nCOMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _goodword; echo "\${COMPREPLY[@]}"`,
    ])
      .stdout.toString()
      .trim();
  expect(ask("goodword imp")).toBe("import");
  expect(ask("goodword remove --reason spa")).toBe("spam");
  expect(ask("goodword list --stat")).toBe("--status");
  expect(ask("goodword list --busi")).toBe("--business");
});

test("completion of another shell is a usage error", async () => {
  using shop = new Workshop();
  expect((await shop.run("completion", "tcsh")).code).toBe(2);
});
