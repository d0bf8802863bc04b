/**
 * The worker that keeps the desk: an answer is read by the insights engine and waits for the disk, and no reader of the
 * event loop should wait with it.
 *
 * @module
 */
import type { Desk } from "../../invitations/mod.ts";
import type { DeskCall } from "./desk_host.ts";
import { serveCalls } from "./worker_call.ts";

let opening: Promise<Desk> | null = null;

serveCalls<DeskCall>(async ({ open, name, given }) => {
  opening ??= import("./open_desk.ts").then(({ openDesk }) => openDesk(open));
  opening.catch(() => {
    opening = null;
  });
  const desk = await opening;
  const method = desk[name] as (...given: readonly unknown[]) => Promise<unknown>;
  return method(...given);
});
