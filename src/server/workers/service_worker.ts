/** The thread of a service, which is opened with the first call of each order. */
import type { ServiceCall, ServiceOrders, Services } from "./service_thread.ts";
import { serveCalls } from "./worker_call.ts";

const OPENERS: { readonly [Name in keyof Services]: (order: ServiceOrders[Name]) => Promise<Services[Name]> } = {
  desk: async (order) => (await import("./open_desk.ts")).openDesk(order),
  acts: async (order) => (await import("./open_acts.ts")).openActs(order),
  console: async (order) => (await import("./open_console.ts")).openConsoleService(order),
  imports: async (order) => (await import("./open_imports.ts")).openImports(order),
};

interface Kept {
  readonly opening: Promise<Services[keyof Services]>;
  /** Calls under way. */
  calls: number;
}

/** By order, the one that was used last at the end. */
const kept = new Map<string, Kept>();
/** Services that are kept without a call under way: each may hold a store open. */
const MOST_KEPT = 16;

serveCalls<ServiceCall>(async ({ service, order, method, given }) => {
  const key = JSON.stringify(order);
  const used: Kept = kept.get(key) ?? { opening: OPENERS[service](order as never), calls: 0 };
  kept.delete(key);
  kept.set(key, used);
  used.calls++;
  try {
    const opened = (await used.opening) as unknown as Readonly<Record<string, (...given: unknown[]) => unknown>>;
    const called = opened[method];
    if (called === undefined) throw new Error(`The ${service} has no ${method}`);
    return await called.call(opened, ...given);
  } finally {
    used.calls--;
    // What could not be opened is tried again with the next call.
    used.opening.catch(() => kept.delete(key));
    letGo();
  }
});

function letGo(): void {
  const [oldest] = [...kept].filter(([, { calls }]) => calls === 0);
  if (kept.size <= MOST_KEPT || oldest === undefined) return;
  kept.delete(oldest[0]);
  void oldest[1].opening.then((service) => service[Symbol.asyncDispose]?.());
}
