/**
 * Loaded before the program: its clock stands still and its chance follows from its arguments, so that two runs give equal bytes.
 * Worker threads load it as well.
 */
import process from "node:process";

const NOW = Date.parse("2026-11-02T12:00:00Z");

globalThis.Date = new Proxy(Date, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [NOW] : args, self),
  get: (target, name) => (name === "now" ? () => NOW : Reflect.get(target, name)),
});

globalThis.Worker = new Proxy(Worker, {
  construct: (target, [url, options], self) =>
    Reflect.construct(target, [url, { ...options, preload: import.meta.path }], self),
});

// Equal commands draw equal bytes, different ones different bytes: ids of two commands must not collide.
let state = Bun.hash.crc32(process.argv.slice(2).join(" "));

function fill<T extends ArrayBufferView>(view: T): T {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let at = 0; at < bytes.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return view;
}

crypto.getRandomValues = fill as typeof crypto.getRandomValues;
// An import would fix the exports of the module before they are replaced.
Object.assign(process.getBuiltinModule("node:crypto"), { randomBytes: (count: number) => fill(Buffer.alloc(count)) });
