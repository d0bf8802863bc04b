/**
 * Our own JSON where it is larger than memory should hold: the reviews one after the other, and what stands around them as
 * a document.
 *
 * @module
 */
import { GoodwordError } from "../errors.ts";
import { textPieces } from "./content.ts";
import { isObject, parseJson, tryParseJson } from "./json.ts";
import { refuse } from "./problem.ts";
import type { ImportFile } from "./reading.ts";
import { type JsonEntry, jsonEntries } from "./tables/json_stream.ts";

/** A record of a list, and where it stands in the file. */
export interface PlacedRecord {
  readonly path: string;
  readonly line: number;
  readonly record: unknown;
}

/** A document without its reviews, and these. */
export interface LargeGoodwordJson {
  /** Has numbers in the place of the reviews. */
  readonly document: unknown;
  readonly reviews: () => Iterable<PlacedRecord>;
}

const REVIEWS = ["reviews", "*"];

/** Null where it has to be read as a whole, to say what is wrong with it. */
export function largeGoodwordJson(file: ImportFile, encoding: string): LargeGoodwordJson | null {
  const rest = new Pieces();
  let count = 0;
  try {
    for (const _ of jsonEntries(textPieces(file, encoding), REVIEWS, (text) => rest.add(text))) count++;
  } catch (error) {
    if (error instanceof GoodwordError) return null;
    throw error;
  }
  const document = tryParseJson(rest.whole());
  const isSound = isObject(document) && Array.isArray(document.reviews) && document.reviews.length === count;
  return isSound ? { document, reviews: () => records(jsonEntries(textPieces(file, encoding), REVIEWS)) } : null;
}

function* records(entries: Iterable<JsonEntry>): Generator<PlacedRecord> {
  for (const { path, line, text } of entries)
    yield { path, line, record: tryParseJson(text) ?? refuseEntry(text, line) };
}

/** Says what is wrong with an entry, by its line in the file. */
function refuseEntry(text: string, line: number): never {
  try {
    parseJson(text);
  } catch (error) {
    if (!(error instanceof GoodwordError)) throw error;
    refuse(error.message.replace(/at line (\d+)/, (_, own) => `at line ${line + Number(own) - 1}`));
  }
  refuse(`Not valid JSON at line ${line}`);
}

/** Many short texts. A part of a text would hold on to the whole of it. */
class Pieces {
  readonly #joined: string[] = [];
  #loose: string[] = [];

  add(text: string): void {
    this.#loose.push(text);
    if (this.#loose.length < 1000) return;
    this.#joined.push(this.#loose.join(""));
    this.#loose = [];
  }

  whole(): string {
    return this.#joined.join("") + this.#loose.join("");
  }
}
