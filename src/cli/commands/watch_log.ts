/** Watches the public log of a site from outside. */
import { GoodwordError } from "../../errors.ts";
import { counted } from "../../review/mod.ts";
import { type AskSite, type WatchState, watchLog } from "../../transparency_log/watching/mod.ts";
import { argumentOf, type CommandCall, type CommandContext, type Outcome } from "../command.ts";
import { readStateFile, writeState } from "../files.ts";

/** Looks once; what holds is kept for the next look. */
export async function watchPublicLog(call: CommandCall): Promise<Outcome> {
  const { context } = call;
  const site = argumentOf(call);
  const path = call.text("state");
  const before = path === undefined ? null : stateOf(readStateFile(path), path);
  const report = await asked(site, () => watchLog({ ask: askAt(site, context), before, now: context.now() }));
  const { log, findings, news, shown, state } = report;
  if (path !== undefined && state !== null) writeState(path, state);
  const since = before === null ? "" : ` since ${before.seen.slice(0, 10)}`;
  const facts =
    log === null
      ? []
      : [
          `${log.origin}: ${counted(log.size, "entry", "entries")}, ${counted(shown, "review")} shown`,
          `Key: ${log.key.vkey}`,
          ...cosignersOf(log.signed, log.key.name),
        ];
  const verdict =
    findings.length === 0
      ? `Nothing was taken away or changed unseen${since}`
      : `${counted(findings.length, "thing")} not as the log says; the state was not replaced`;
  return {
    lines: [...facts, ...news, ...(findings.length === 0 ? [verdict] : [])],
    data: {
      ...{ origin: log?.origin ?? null, size: log?.size ?? null, key: log?.key.vkey ?? null, shown, news, findings },
      since: before?.seen ?? null,
    },
    ...(findings.length > 0 && {
      faults: [...findings.map(({ kind, message }) => `${message} (${kind})`), verdict],
      exitCode: 1 as const,
    }),
  };
}

/** The names in a checkpoint besides the log's own; whether they are whose they say only their keys can tell. */
function cosignersOf(signed: string, own: string): string[] {
  const names = [...signed.matchAll(/^— (\S+) /gmu)].map(([, name = ""]) => name).filter((name) => name !== own);
  return names.length === 0 ? [] : [`Cosigned by ${[...new Set(names)].join(", ")}`];
}

/** Asks a site at its address. */
export function askAt(site: string, { fetch }: Pick<CommandContext, "fetch">): AskSite {
  const url = URL.parse(/^https?:\/\//.test(site) ? site : `https://${site}`);
  if (url === null) throw new GoodwordError("usage", `${JSON.stringify(site)} is not the address of a site`);
  const base = `${url.origin}${url.pathname.replace(/\/+$/, "")}/`;
  return async (path) => {
    const answer = await fetch(base + path);
    return { status: answer.status, body: new Uint8Array(await answer.arrayBuffer()) };
  };
}

/** @throws {GoodwordError} `file` where the site cannot be asked */
export async function asked<T>(site: string, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof GoodwordError) throw error;
    throw new GoodwordError("file", `Cannot read the log of ${site}: ${(error as Error).message}`, { cause: error });
  }
}

function stateOf(kept: unknown, path: string): WatchState | null {
  if (kept === null) return null;
  const state = kept as Partial<WatchState>;
  const isState = state.v === 1 && [state.key, state.checkpoint, state.seen].every((each) => typeof each === "string");
  if (isState && Array.isArray(state.marks)) return state as WatchState;
  throw new GoodwordError("file", `${path}: not a file that watch-log has written`);
}
