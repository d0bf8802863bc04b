/** Servers that send invitations and are killed again and again, and what the mail server saw of it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "../../src/store/mod.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { type Service, startService } from "./goodword_process.ts";
import { keepFirm, keepJobs, RULES } from "./messages.ts";
import { createSeededRandom } from "./seeded_random.ts";
import { type SmtpStep, startSmtpServer } from "./smtp_server.ts";
import { eventually, pause } from "./wait.ts";
import { zoneAtNoon } from "./zone_at_noon.ts";

interface KillOptions {
  readonly kills: number;
  readonly servers: number;
  readonly jobs: number;
  readonly seed: number;
  /** URL of an empty PostgreSQL database; a file of its own when left out. */
  readonly database?: string;
  readonly open?: () => Promise<Store>;
  /** Called when a message is begun. */
  readonly onBegun?: () => void;
  /** Called after each kill. */
  readonly onKill?: (kills: number, accepted: number) => void;
}

export interface KillReport {
  readonly kills: number;
  readonly jobs: number;
  /** Customers whom a message never reached. */
  readonly lost: number;
  readonly repeats: number;
  /** Repeats with another Message-ID or other links than the first. */
  readonly different: number;
}

/** A firm and so many jobs that are due. */
export async function keepDueJobs(store: Store, jobs: number): Promise<void> {
  await keepFirm(store, { time_zone: zoneAtNoon() });
  await store.reviews.write((writes) =>
    writes.recordChange({ command: "test", at: writes.now, lines: [{ detail: {} }] }),
  );
  await keepJobs(store, jobs, {}, 5);
}

/** The environment of a server that mails by this port. */
export function mailingServer(database: string, smtpPort: number): Record<string, string> {
  return {
    DATABASE_URL: database,
    HOST: "127.0.0.1",
    PORT: "0",
    BASE_URL: "https://reviews.goodword.test",
    GOODWORD_SEED: "none",
    CONSOLE_PORT: "off",
    LOG_FORMAT: "json",
    LINK_KEY: RULES.linkKey,
    INVITATIONS: "mail",
    MAIL_PER_DAY: "100000",
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: "Acme <reviews@goodword.test>",
  };
}

const STEPS: readonly SmtpStep[] = ["connect", "ehlo", "sender", "recipient", "data", "content"];

export async function playKills(options: KillOptions): Promise<KillReport> {
  const { kills, servers, jobs, seed, onKill = () => {}, onBegun = () => {} } = options;
  const folder = mkdtempSync(join(tmpdir(), "goodword-mail-"));
  const database = options.database ?? `file:${join(folder, "goodword.sqlite")}`;
  const chance = createSeededRandom(seed).number;
  await using smtp = await startSmtpServer();
  let reached: { readonly step: SmtpStep; readonly resolve: () => void } | null = null;
  smtp.behave((step) => {
    if (step === "sender") onBegun();
    if (step === reached?.step) reached.resolve();
    return { afterMs: chance() * 25 };
  });
  {
    await using store = options.open ? await options.open() : openDatabase(database.replace(/^file:/, ""), {});
    await keepDueJobs(store, jobs);
  }
  const environment = mailingServer(database, smtp.port);
  const running: Service[] = [];
  for (let k = 0; k < servers; k++) running.push(await startService({ environment }));
  for (let kill = 1; kill <= kills; kill++) {
    const step = STEPS[Math.floor(chance() * STEPS.length)] ?? "content";
    // All may wait for a minute to pass: then somebody is killed who waits.
    const arrived = new Promise<void>((resolve) => {
      reached = { step, resolve };
    });
    await Promise.race([arrived, pause(3000)]);
    await pause(chance() * 60);
    const at = Math.floor(chance() * servers);
    await running[at]?.kill();
    running[at] = await startService({ environment });
    onKill(kill, smtp.received.length);
  }
  const reachedAll = () => new Set(smtp.received.map(({ to }) => to)).size >= jobs;
  await eventually("all invitations to be accepted", reachedAll);
  for (const server of running) await server.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
  return { kills, jobs, ...judged(smtp.received, jobs) };
}

function judged(received: readonly { readonly to: string; readonly mime: string }[], jobs: number) {
  const first = new Map<string, string>();
  let [repeats, different] = [0, 0];
  for (const { to, mime } of received) {
    const marks = marksOf(mime);
    const before = first.get(to);
    if (before === undefined) first.set(to, marks);
    else {
      repeats++;
      if (before !== marks) different++;
    }
  }
  return { lost: jobs - first.size, repeats, different };
}

function marksOf(mime: string): string {
  const unfolded = mime.replace(/=\r\n/g, "");
  const id = /^Message-ID: *(\S+)/im.exec(unfolded)?.[1];
  return [id, ...new Set(unfolded.match(/https:\/\/reviews\.goodword\.test\/[ru]\/[\w-]+/g))].sort().join(" ");
}
