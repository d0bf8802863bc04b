/**
 * What a power loss must not undo, by the system calls of real commands: after a file was renamed into place, its folder is
 * synced, too. Until then, a file system may forget the new name.
 */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { hasStrace } from "../../soak/chaos/kills.ts";
import { reviewsFile, Workshop } from "../support/command_line.ts";
import { spawnGoodword } from "../support/goodword_process.ts";
import { skipUnless } from "../support/tools.ts";

test
  .skipIf(skipUnless(hasStrace, "what is synced: strace has to be installed (Debian package strace) and permitted"))
  .each([
    ["a further key of the log", ["log-key", "new"], [".log-key"]],
    [
      "the first key of the log, and the checkpoint that it signs,",
      ["import", "FILE"],
      [".log-key", ".log/1/checkpoint"],
    ],
    ["the ledger of erasures", ["remove", "r1", "--reason", "privacy"], [".erased"]],
    ["the file of secrets", ["settings", "set", "SMTP_URL=smtp://me@mail.example", "SMTP_PASSWORD=x"], [".secrets"]],
    ["a backup", ["backup", "COPY"], ["COPY"]],
  ])("syncs %s with its folder", async (_what, args, expected) => {
  using shop = new Workshop();
  const names = { FILE: shop.write("reviews.json", reviewsFile({ id: "r1" })), COPY: shop.path("copy.sqlite") };
  if (args[0] !== "import") await shop.run("import", names.FILE);
  const calls = await tracedCalls(
    shop,
    args.map((arg) => names[arg as keyof typeof names] ?? arg),
  );
  for (const name of expected) {
    const path = names[name as keyof typeof names] ?? shop.database + name;
    const at = calls.findIndex(({ call, to }) => call !== "fsync" && to === path);
    expect(calls[at]?.to).toBe(path);
    expect(calls.slice(0, at)).toContainEqual({ call: "fsync", to: calls[at]?.from });
    expect(calls[at + 1]).toEqual({ call: "fsync", to: path.slice(0, path.lastIndexOf("/")) });
  }
  // What can be built again is not waited for.
  expect(calls.filter(({ call, to }) => call === "fsync" && to?.includes(".publication"))).toEqual([]);
});

interface Call {
  readonly call: string;
  readonly from?: string | undefined;
  /** What is synced, or the new name. */
  readonly to: string | undefined;
}

/** The calls of a command that rename, link and sync, in order. */
async function tracedCalls(shop: Workshop, args: readonly string[]): Promise<Call[]> {
  const trace = shop.path("trace.txt");
  const { code, err } = await spawnGoodword(args, {
    environment: { DATABASE_URL: `file:${shop.database}`, BASE_URL: "https://reviews.goodword.test" },
    launcher: ["strace", "-f", "-qq", "-y", "-o", trace, "-e", "trace=fsync,/^rename,/^link"],
  }).ended;
  expect({ code, err }).toMatchObject({ code: 0 });
  return readFileSync(trace, "utf8")
    .split("\n")
    .flatMap((line): Call[] => {
      const [, synced] = /^\d+ +fsync\(\d+<(.*)>\)/.exec(line) ?? [];
      if (synced !== undefined) return [{ call: "fsync", to: synced }];
      const [, call = "", from, to] = /^\d+ +(rename|link)\w*\([^"]*"(.*?)"[^"]*"(.*?)"/.exec(line) ?? [];
      return from === undefined ? [] : [{ call, from, to }];
    });
}
