/** The transparency log by C2SP tlog-tiles, read from the store when asked for, and proofs for published reviews. */

import { digestOf } from "../http/digest.ts";
import { ASSET_CACHE_CONTROL } from "../http/headers.ts";
import { absoluteUrl, logPath, PATHS, type Site } from "../http/paths.ts";
import { Representation } from "../http/representation.ts";
import {
  inclusionProof,
  publicForm,
  type Receipt,
  readCheckpoint,
  readTilePath,
  TILE_WIDTH,
  type Tile,
  type TileReader,
  tileWidth,
  writeBundle,
  writeProof,
} from "../log/mod.ts";
import { Memo } from "../memo.ts";
import { utf8Bytes } from "../utf8.ts";
import type { ApiPublished } from "./served_reviews.ts";

interface LogSource {
  /** `work` sees one moment of the log. */
  read<T>(work: (log: KeptLog) => Promise<T>): Promise<T>;
}

interface KeptLog {
  place(): Promise<{ readonly number: number; readonly size: number }>;
  /** Entries from `first` to before `end`. */
  entries(first: number, end: number): Promise<readonly string[]>;
  readonly tiles: TileReader;
}

/** Readers ask for a few tiles at the end of the log. */
const MAX_KEPT = 4096;
const MAX_KEPT_BYTES = 8 << 20;

const OCTETS = "application/octet-stream";

/** Tiles never change, so that one that was made is answered like a document. */
export class LogTiles {
  readonly #kept = new Memo<Representation>(MAX_KEPT, { max: MAX_KEPT_BYTES, of: (_, { body }) => body.size });

  constructor(readonly source: LogSource) {}

  document(path: string): Representation | undefined {
    return this.#kept.find(path);
  }

  /** Null for a path that is not a tile's, and for what the log does not have yet. */
  async at(path: string): Promise<Representation | null> {
    const known = this.document(path);
    if (known !== undefined) return known;
    const [, number, below = ""] = /^\/log(?:\/([1-9]\d{0,5}))?\/(tile\/.*)$/.exec(path) ?? [];
    const tile = readTilePath(below);
    const bytes = tile === null ? null : await this.#read(tile, Number(number ?? 1));
    if (bytes === null) return null;
    const representation = new Representation({
      contentType: OCTETS,
      digest: digestOf(bytes),
      lastModified: null,
      cacheControl: ASSET_CACHE_CONTROL,
      bodies: new Map([["identity", [bytes]]]),
    });
    return this.#kept.get(path, () => representation);
  }

  #read(tile: Tile, number: number): Promise<Uint8Array<ArrayBuffer> | null> {
    return this.source.read(async (log) => {
      const { number: current, size } = await log.place();
      const { level, index, width } = tile;
      if (number !== current || tileWidth(tile, size) < width) return null;
      if (level !== "entries") return (await log.tiles(level, index, width)).slice(0, width * 32);
      const first = index * TILE_WIDTH;
      return writeBundle((await log.entries(first, first + width)).map((entry) => utf8Bytes(entry)));
    });
  }
}

interface ReviewProof {
  /** C2SP tlog-proof with the served checkpoint. */
  readonly proof: string;
  readonly entry: string;
  /** base64url. */
  readonly salt: string;
}

/** What the author of a published review keeps; null without a proof. */
export async function receiptFor(
  id: string,
  published: ApiPublished,
  { source, site }: { readonly source: LogSource; readonly site: Site },
): Promise<Receipt | null> {
  const { publication, documents } = published;
  const found = await proofFor(id, published, source);
  const ordinal = publication.ordinalOf(id);
  const [key = ""] = ((await documents.get(PATHS.logKey)?.body.text()) ?? "").split("\n");
  if (found === null || ordinal === null || key === "") return null;
  const review = JSON.parse(publicForm(publication.reviewAt(ordinal)));
  return { v: 1, site: absoluteUrl(site, PATHS.home), key, review, ...found };
}

/** Null if the review is not in the log, or no signed checkpoint covers its entry yet. */
export async function proofFor(id: string, published: ApiPublished, source: LogSource): Promise<ReviewProof | null> {
  const { publication, documents } = published;
  const ordinal = publication.ordinalOf(id);
  const place = ordinal === null ? null : publication.logPlaceAt(ordinal);
  const served = documents.get(`${publication.record?.log.path ?? logPath(1)}/checkpoint`);
  const checkpoint = (await served?.body.text()) ?? "";
  const size = readCheckpoint(checkpoint)?.size ?? 0;
  if (place === null || place.index >= size) return null;
  const { index, salt } = place;
  return source.read(async ({ entries, tiles }) => {
    const [entry] = await entries(index, index + 1);
    if (entry === undefined) return null;
    return { proof: writeProof({ index, path: await inclusionProof(index, size, tiles), checkpoint }), entry, salt };
  });
}
