/** The inside of every thread: a service is loaded and opened with the first call of each order. */

import { GoodwordError } from "../../errors.ts";
import type { ServiceCall, ServiceName, ServiceReply } from "./service_thread.ts";

declare const self: {
  onmessage: ((event: MessageEvent<ServiceCall>) => void) | null;
  postMessage(reply: ServiceReply): void;
};

type Opened = object & Partial<AsyncDisposable>;

const OPENERS: Readonly<Record<ServiceName, (order: never) => Promise<Opened>>> = {
  invitations: async (order) => (await import("./open_invitation_service.ts")).openInvitationService(order),
  acts: async (order) => (await import("./open_acts.ts")).openActs(order),
  console: async (order) => (await import("./open_console.ts")).openConsoleService(order),
  imports: async (order) => (await import("./open_imports.ts")).openImports(order),
  rows: async (order) => (await import("./row_thread.ts")).openRowsOf(order),
  builder: async () => (await import("../publisher/open_builder.ts")).openBuilder(),
  analysis: async () => (await import("./open_analysis.ts")).openAnalysis(),
  drawing: async () => (await import("./render_drawing.ts")).openDrawing(),
  passwords: async () => ({
    hash: async (password: string) => Bun.password.hashSync(password, "argon2id"),
    verify: async (password: string, hash: string) => Bun.password.verifySync(password, hash),
  }),
};

interface Kept {
  readonly opening: Promise<Opened>;
  /** Rows stay open until their business closes them. */
  readonly isPinned: boolean;
  calls: number;
}

const kept = new Map<string, Kept>();
/** Services that are kept without a call under way: each may hold a store open. */
const MAX_KEPT = 48;

/** Services load what they need with their first call: a module that the script itself cannot load ends the whole process. */
self.onmessage = async ({ data }) => {
  const { id } = data;
  try {
    self.postMessage({ kind: "returned", id, result: await carryOut(data) });
  } catch (error) {
    const code = error instanceof GoodwordError ? error.code : null;
    self.postMessage({ kind: "failed", id, message: error instanceof Error ? error.message : String(error), code });
  }
};

async function carryOut({ service, order, method, given }: ServiceCall): Promise<unknown> {
  const key = `${service} ${JSON.stringify(order)}`;
  if (method === null) return close(key);
  const used: Kept = kept.get(key) ?? {
    opening: OPENERS[service](order as never),
    isPinned: service === "rows",
    calls: 0,
  };
  kept.delete(key);
  kept.set(key, used);
  used.calls++;
  try {
    const opened = (await used.opening) as Readonly<Record<string, (...given: unknown[]) => unknown>>;
    const called = opened[method];
    if (called === undefined) throw new Error(`The ${service} has no ${method}`);
    return await called.call(opened, ...given);
  } finally {
    used.calls--;
    used.opening.catch(() => kept.delete(key));
    letGo();
  }
}

function letGo(): void {
  const idle = [...kept].filter(([, { calls, isPinned }]) => calls === 0 && !isPinned);
  const [oldest] = idle;
  if (idle.length > MAX_KEPT && oldest !== undefined) void close(oldest[0]);
}

async function close(key: string): Promise<void> {
  const closed = kept.get(key);
  kept.delete(key);
  await (await closed?.opening.catch(() => null))?.[Symbol.asyncDispose]?.();
}
