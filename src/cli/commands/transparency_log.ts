import { existsSync, readFileSync } from "node:fs";
import { readConfig } from "../../config.ts";
import { GoodwordError, inputRefused, usageFault } from "../../errors.ts";
import {
  checkReceipt,
  type FetchFromSite,
  readReceipt,
  readWatchState,
  type WatchState,
  watchLog,
} from "../../log/mod.ts";
import { withFileErrors } from "../../owner/import_files.ts";
import { renewLogKey } from "../../owner/renew_log_key.ts";
import { logOrigin } from "../../publication/publishing/mod.ts";
import { counted } from "../../review/mod.ts";
import { isLocalHost } from "../../system.ts";
import { argumentOf, type CommandCall, type CommandContext, type Outcome } from "../command.ts";
import { readStateFile, writeState } from "../files.ts";

export async function newKey(call: CommandCall): Promise<Outcome> {
  const { logKey: configured, baseUrl } = readConfig(call.context.env);
  const place = { databasePath: call.databasePath, configured };
  const made = await call.withStore((store) => renewLogKey(store, place, logOrigin({ baseUrl }, 1)));
  const { vkey, isSigned } = made;
  const before = isSigned
    ? "The old key signs as well, so that others can verify the change to the new one."
    : "The new key is not signed by an old one: announce it to everyone who watches the log.";
  if (made.kind === "made")
    return { lines: [`${made.path} has a new key: ${vkey}`, before], data: { vkey, signed: isSigned } };
  const { logKey } = made;
  return { lines: [`LOG_KEY=${logKey}`, before], data: { vkey, signed: isSigned, log_key: logKey } };
}

/** Checks a public log once, and saves the verified state for the next check. */
export async function watchPublicLog(call: CommandCall): Promise<Outcome> {
  const { context } = call;
  const site = argumentOf(call);
  const path = call.text("state");
  const before = path === undefined || !existsSync(path) ? null : stateOf(readStateFile(path), path);
  const report = await withLogErrors(site, () => watchLog({ ask: askAt(site, context), before, now: context.now() }));
  const { log, findings, news, shown, state } = report;
  if (path !== undefined && state !== null) writeState(path, state);
  const since = before === null ? "" : `; the log has only grown since ${before.seen.slice(0, 10)}`;
  const facts =
    log === null
      ? []
      : [
          `${log.origin}: ${counted(log.size, "entry", "entries")}, ${counted(shown, "review")} shown`,
          `Key: ${log.key.vkey}`,
        ];
  const verdict =
    findings.length === 0
      ? `The log and the published reviews agree${since}`
      : `${counted(findings.length, "mismatch", "mismatches")} with the log; the state was not replaced`;
  return {
    lines: [...facts, ...news, ...(findings.length === 0 ? [verdict] : [])],
    data: {
      origin: log?.origin ?? null,
      size: log?.size ?? null,
      key: log?.key.vkey ?? null,
      shown,
      news,
      findings,
      since: before?.seen ?? null,
    },
    ...(findings.length > 0 && {
      faults: [...findings.map(({ kind, message }) => `${message} (${kind})`), verdict],
      exitCode: 1 as const,
    }),
  };
}

function askAt(site: string, { fetch }: Pick<CommandContext, "fetch">): FetchFromSite {
  const url = URL.parse(/^https?:\/\//.test(site) ? site : `https://${site}`);
  if (url === null) throw usageFault(`${JSON.stringify(site)} is not the address of a site`);
  if (url.protocol === "http:" && !isLocalHost(url.hostname)) {
    throw usageFault(`${JSON.stringify(site)} is not https, so anyone on the network could impersonate the site`);
  }
  const base = `${url.origin}${url.pathname.replace(/\/+$/, "")}/`;
  return async (path) => {
    const answer = await fetch(base + path, {
      // A cached response may be older than the log.
      headers: { "Cache-Control": "no-cache" },
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.status >= 300 && answer.status < 400) {
      throw new Error(`/${path} redirects to ${answer.headers.get("location")}; use its current address`);
    }
    return { status: answer.status, body: await bodyOf(answer, path) };
  };
}

const TIMEOUT_MS = 600_000;
const MAX_REVIEW_BYTES = 512 << 20;
const MAX_BYTES = 16 << 20;

async function bodyOf({ body }: Response, path: string): Promise<Uint8Array> {
  const most = /(?:^|\/)reviews\./.test(path) ? MAX_REVIEW_BYTES : MAX_BYTES;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > most) throw new Error(`/${path} is larger than ${most >> 20} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @throws {GoodwordError} `file` if the site does not answer */
async function withLogErrors<T>(site: string, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof GoodwordError) throw error;
    throw new GoodwordError("file", `Cannot read the log of ${site}: ${(error as Error).message}`, { cause: error });
  }
}

function stateOf(kept: unknown, path: string): WatchState {
  try {
    return readWatchState(kept);
  } catch (error) {
    throw new GoodwordError("file", `${path}: ${(error as Error).message}`, { cause: error });
  }
}

export async function checkKeptReceipt(call: CommandCall): Promise<Outcome> {
  const path = argumentOf(call);
  const receipt = readReceipt(withFileErrors(path, "read", () => readFileSync(path, "utf8")));
  if (receipt === null) throw inputRefused(`${path}: not a receipt`);
  const site = call.text("url") ?? receipt.site;
  const { holds, facts } = await withLogErrors(site, () => checkReceipt(receipt, askAt(site, call.context)));
  return {
    lines: holds ? facts : [],
    data: { site, holds, facts },
    ...(!holds && { faults: facts, exitCode: 1 as const }),
  };
}
