/** The options of a soak on its command line, and its end. */
import { parseArgs } from "node:util";

/** Numbers by name, such as `--kills 500`, with their defaults; the seed is one of chance unless it is given, and printed. */
export function numbersOf<Name extends string>(
  defaults: Readonly<Record<Name, number>>,
): Record<Name | "seed", number> {
  const all: Readonly<Record<string, number>> = { seed: Date.now() % 1_000_000, ...defaults };
  const options = Object.entries(all).map(
    ([name, value]) => [name, { type: "string", default: String(value) }] as const,
  );
  const { values } = parseArgs({ options: Object.fromEntries(options) });
  console.log(`seed ${values.seed}`);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)])) as Record<
    Name | "seed",
    number
  >;
}

/** Prints what was found; a process with any fault ends with 1. */
export function finish(report: object, faults: number): never {
  console.log(JSON.stringify(report));
  process.exit(faults === 0 ? 0 : 1);
}
