/**
 * Measures how fast a file of another tool is opened, understood and gone through, beside csv-parse alone, and the memory
 * that takes at the largest size an import accepts.
 */
import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { createSeededRandom } from "../test/support/seeded_random.ts";
import { type BenchOptions, median, type PartReport } from "./figures.ts";
import type { Workplace } from "./prepared.ts";

const WORDS = "the plumber came on time and fixed our leaking water heater quickly tidy work at a fair price".split(
  " ",
);
const SPEED_MB = 48;
const ROUNDS = 5;

interface Read {
  readonly rows: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

export async function benchReading(place: Workplace, { isFull }: BenchOptions): Promise<PartReport> {
  const largeMb = isFull ? 510 : 96;
  const small = writeFile(place.path("reading.csv"), SPEED_MB, csvRow, ["date,rating,text,author,review id\n", ""]);
  const speeds = { own: [] as number[], floor: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    speeds.own.push(speedOf(await read("understand", small)));
    speeds.floor.push(speedOf(await read("floor", small)));
  }
  const ratio = median(speeds.own.map((own, round) => own / (speeds.floor[round] ?? own)));
  const large = [
    writeFile(place.path("large.csv"), largeMb, csvRow, ["date,rating,text,author,review id\n", ""]),
    writeFile(place.path("large.json"), largeMb, jsonRow, ['{"source":"google","reviews":[', "{}]}"]),
  ];
  const csv = await read("understand", large[0] ?? "");
  const json = await read("understand", large[1] ?? "");
  return {
    part: "reading",
    figures: [
      {
        name: `CSV of ${SPEED_MB} MB understood, one core`,
        value: median(speeds.own),
        unit: "MB/s",
        beside: { name: "csv-parse alone", value: median(speeds.floor) },
        ratio,
        goal: { atLeast: 0.6 },
      },
      { name: "the same", value: median(speeds.own), unit: "MB/s", goal: { atLeast: 50 } },
      { name: `CSV of ${largeMb} MB, peak resident`, value: csv?.peakMb ?? 0, unit: "MB", goal: { atMost: 300 } },
      { name: `JSON of ${largeMb} MB, peak resident`, value: json?.peakMb ?? 0, unit: "MB", goal: { atMost: 300 } },
    ],
    notes: [
      "understood: every row tokenised at least twice, dates and ratings of all of them looked at; no draft is made or kept",
      ...(isFull ? [] : ["--full takes files of 510 MB"]),
    ],
  };
}

function speedOf({ cpuSeconds }: Read): number {
  return SPEED_MB / cpuSeconds;
}

async function read(how: "understand" | "floor", path: string): Promise<Read> {
  const child = Bun.spawn(["bun", `${import.meta.dir}/read_file.ts`, how, path], { stdout: "pipe", stderr: "inherit" });
  return JSON.parse(await new Response(child.stdout).text());
}

type Row = (index: number, text: string) => string;

const dayOf = (index: number) =>
  `2024-${String((index % 12) + 1).padStart(2, "0")}-${String((index % 28) + 1).padStart(2, "0")}`;
const csvRow: Row = (index, text) =>
  `${dayOf(index)},${(index % 5) + 1},"${text}, ""${index}""",Jane Doe ${index},${index}\n`;
const jsonRow: Row = (index, text) =>
  `${JSON.stringify({ review_id: `r${index}`, author: { name: `Jane Doe ${index}` }, rating: (index % 5) + 1, date: dayOf(index), text })},\n`;

/** A file of about this size; its texts repeat, which no reader profits from. */
function writeFile(path: string, mb: number, row: Row, [head, tail]: readonly [string, string]): string {
  const random = createSeededRandom(17);
  const texts = Array.from({ length: 500 }, () => textOf(random));
  const descriptor = openSync(path, "w");
  writeSync(descriptor, head);
  for (let index = 0; statSync(path).size < mb * 1_000_000 - 300_000; ) {
    let part = "";
    for (let count = 0; count < 500; count++, index++) part += row(index, texts[index % texts.length] ?? "");
    writeSync(descriptor, part);
  }
  writeSync(descriptor, tail);
  closeSync(descriptor);
  return path;
}

function textOf(random: ReturnType<typeof createSeededRandom>): string {
  let text = "";
  while (text.length < 500) text += `${WORDS[Math.floor(random.number() * WORDS.length)]} `;
  return text.trim();
}
