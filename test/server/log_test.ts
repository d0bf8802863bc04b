import { expect, test } from "bun:test";
import { join } from "node:path";

const LOG = join(import.meta.dir, "../../src/server/log.ts");

/** What a process writes to standard error that logs by `createLog()`. */
async function written(code: string): Promise<string> {
  const script = `import { createLog } from ${JSON.stringify(LOG)}; ${code}`;
  const process = Bun.spawn([globalThis.process.execPath, "-e", script], { stdout: "ignore", stderr: "pipe" });
  return new Response(process.stderr).text();
}

test("createLog() writes every line of its level, with its time and fields", async () => {
  const lines = await written(`
    let at = Date.UTC(2026, 4, 14, 9, 30);
    const log = createLog({ logLevel: "info", logFormat: "text" }, () => at);
    log.info("Listening", { url: "http://localhost:3000" });
    log.debug("Left out");
    at += 1500;
    log.warn("Slow disk", { folder: "my data", ms: 12 });
  `);
  expect(lines).toBe(
    "2026-05-14 09:30:00.000 INF Listening url=http://localhost:3000\n" +
      '2026-05-14 09:30:01.500 WRN Slow disk folder="my data" ms=12\n',
  );
});

test("createLog() leaves out a field that has no value, as JSON does", async () => {
  const lines = await written(`
    const log = createLog({ logLevel: "info", logFormat: "text" }, () => Date.UTC(2026, 4, 14, 9, 30));
    log.error("Not ready", { detail: undefined, part: null });
  `);
  expect(lines).toBe("2026-05-14 09:30:00.000 ERR Not ready part=null\n");
});

test("createLog() writes a line as one JSON object with its fields beside the message", async () => {
  const line = await written(`
    const log = createLog({ logLevel: "error", logFormat: "json" }, () => 0);
    log.warn("Left out");
    log.error("The server failed", { error: "no" });
  `);
  expect(JSON.parse(line)).toEqual({
    "@timestamp": "1970-01-01T00:00:00.000Z",
    level: "ERROR",
    logger: "goodword",
    message: "The server failed",
    error: "no",
  });
});

test("createLog() writes what is not seen, and what turns or moves a terminal's text, as escapes", async () => {
  const line = await written(`
    const log = createLog({ logLevel: "info", logFormat: "text" }, () => 0);
    log.info("Left out", { agent: "a\\u200bb\\u202ec\\u009b2J\\u{e0041}\\u001b[2J" });
  `);
  expect(line).toEndWith('agent="a\\u200bb\\u202ec\\u009b2J\\udb40\\udc41\\u001b[2J"\n');
});
