/** The thread of a service, which is opened with its first call. */
import type { ServiceCall, ServiceOrders, Services } from "./service_thread.ts";
import { serveCalls } from "./worker_call.ts";

const OPENERS: { readonly [Name in keyof Services]: (order: ServiceOrders[Name]) => Promise<Services[Name]> } = {
  desk: async (order) => (await import("./open_desk.ts")).openDesk(order),
  acts: async (order) => (await import("./open_acts.ts")).openActs(order),
  console: async (order) => (await import("./open_console.ts")).openConsoleService(order),
  imports: async (order) => (await import("./open_imports.ts")).openImports(order),
};

let opening: Promise<Services[keyof Services]> | null = null;

serveCalls<ServiceCall>(async ({ service, order, method, given }) => {
  opening ??= OPENERS[service](order as never);
  // What could not be opened is tried again with the next call.
  opening.catch(() => {
    opening = null;
  });
  const opened = (await opening) as unknown as Readonly<Record<string, (...given: unknown[]) => Promise<unknown>>>;
  const called = opened[method];
  if (called === undefined) throw new Error(`The ${service} has no ${method}`);
  return called.call(opened, ...given);
});
