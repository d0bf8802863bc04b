/**
 * Measures whether readers notice a mail server that hangs, refuses or answers after a minute, while many messages wait: a
 * server that mails beside one that does not, in turns.
 *
 *     bun bench/mail.ts [--messages 10000] [--requests 400]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "../src/store/sqlite/mod.ts";
import { type Service, startService } from "../test/support/goodword_process.ts";
import { keepDueJobs, mailingServer } from "../test/support/mail_kills.ts";
import { RULES } from "../test/support/messages.ts";
import { type SmtpBehaviour, startSmtpServer } from "../test/support/smtp_server.ts";
import { eventually } from "../test/support/wait.ts";

const ROUNDS = 5;
const TROUBLES: Readonly<Record<string, SmtpBehaviour>> = {
  hangs: (step) => (step === "connect" ? "hang" : null),
  refuses: (step) => (step === "connect" ? "554 5.7.1 no" : null),
  "answers after 60 s": () => ({ afterMs: 60_000 }),
};
const READS = ["/reviews.json", "/api/reviews/search?limit=5", "/healthz"];

async function main(messages: number, requests: number): Promise<void> {
  for (const [name, behaviour] of Object.entries(TROUBLES)) {
    const folder = mkdtempSync(join(tmpdir(), "goodword-bench-mail-"));
    await using smtp = await startSmtpServer();
    smtp.behave(behaviour);
    const path = join(folder, "goodword.sqlite");
    await using store = openDatabase(path, {});
    await keepDueJobs(store, messages);
    while ((await store.outbox.queueMessages(RULES)) > 0);
    const environment = mailingServer(`file:${path}`, smtp.port);
    await using mailing = await startService({ environment });
    await using silent = await startService({ environment: { ...environment, INVITATIONS: "off" } });
    await eventually("a connection", () => smtp.connections > 0);
    const p99s = { mailing: [] as number[], silent: [] as number[] };
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [who, server] of Object.entries({ silent, mailing }) as ["mailing" | "silent", Service][]) {
        const p99 = await readersP99(server, requests);
        // The first round warms up.
        if (round > 0) p99s[who].push(p99);
      }
    }
    const [off, on] = [median(p99s.silent), median(p99s.mailing)];
    const { waiting, undeliverable } = await store.outbox.outboxState();
    console.log(
      `a mail server that ${name}: p99 of reads ${on.toFixed(2)} ms, without mail ${off.toFixed(2)} ms ` +
        `(${(on / off).toFixed(2)}); ${waiting} waiting, ${undeliverable} marked, ${smtp.connections} connections`,
    );
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readersP99({ url }: Service, requests: number): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < requests; at++) {
    const began = performance.now();
    await (await fetch(url + READS[at % READS.length])).arrayBuffer();
    times.push(performance.now() - began);
  }
  return times.sort((one, other) => one - other)[Math.floor(requests * 0.99)] ?? 0;
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;
}

const { values } = parseArgs({
  options: { messages: { type: "string", default: "10000" }, requests: { type: "string", default: "400" } },
});
await main(Number(values.messages), Number(values.requests));
