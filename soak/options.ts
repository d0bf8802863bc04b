/** The options of a soak on its command line, and its end. */
import { parseArgs } from "node:util";

type Values<Defaults> = { readonly [Name in keyof Defaults]: Defaults[Name] extends number ? number : string };

/** Options by name, such as `--kills 500`, with their defaults; the seed is one of chance unless it is given, and printed. */
export function optionsOf<const Defaults extends Readonly<Record<string, number | string>>>(
  defaults: Defaults,
): Values<Defaults> & { readonly seed: number } {
  const all: Readonly<Record<string, number | string>> = { seed: Date.now() % 1_000_000, ...defaults };
  const options = Object.entries(all).map(
    ([name, value]) => [name, { type: "string", default: String(value) }] as const,
  );
  const { values } = parseArgs({ options: Object.fromEntries(options) });
  console.log(`seed ${values.seed}`);
  const given = Object.entries(values).map(([name, value]) => [
    name,
    typeof all[name] === "number" ? Number(value) : value,
  ]);
  return Object.fromEntries(given) as Values<Defaults> & { readonly seed: number };
}

/** Prints what was found; a process with any fault ends with 1. */
export function finish(report: object, faults: number): never {
  console.log(JSON.stringify(report));
  process.exit(faults === 0 ? 0 : 1);
}
