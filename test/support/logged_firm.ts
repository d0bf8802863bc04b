/** A firm with a log in memory, as a site would serve it. */

import {
  checkpointText,
  commitmentTo,
  type EntryContent,
  type FetchFromSite,
  inclusionProof,
  makeSigningKey,
  publicForm,
  type Receipt,
  readTilePath,
  type SigningKey,
  signNote,
  writeEntry,
  writeProof,
} from "../../src/log/mod.ts";
import type { Random } from "../../src/platform.ts";
import type { Review } from "../../src/review/mod.ts";
import { treeOf } from "./tree_of.ts";

type LoggedEntry = EntryContent & { readonly at: number };
interface ShownReview {
  readonly review: Review;
  readonly salt: Buffer;
  readonly index: number;
}

/** All that a site serves about its log. */
export interface Served {
  origin: string;
  keys: readonly SigningKey[];
  entries: LoggedEntry[];
  shown: Map<string, ShownReview>;
  periods: Record<string, unknown>[];
  isSample: boolean;
}

const DAY_MS = 86_400_000;

export class Firm {
  now = Date.parse("2026-01-05T09:00:00Z");
  readonly site: Served = {
    origin: "reviews.example.com/log",
    keys: [makeSigningKey("reviews.example.com/log", Buffer.alloc(32, 1))],
    entries: [],
    shown: new Map(),
    periods: [],
    isSample: false,
  };
  readonly hidden = new Map<string, Review>();
  #made = 0;

  constructor(readonly random: Random) {}

  /** Does something, and lets some time pass. */
  act(): void {
    this.now += Math.floor(this.random.number() * 3 * DAY_MS);
    const shown = [...this.site.shown.values()];
    const hidden = [...this.hidden.values()];
    const die = this.random.number();
    if (die < 0.45 || shown.length === 0) this.publish();
    else if (die < 0.6) this.change(this.pick(shown).review);
    else if (die < 0.7) this.hide(this.pick(shown).review, "withheld", "personal_data");
    else if (die < 0.78) this.hide(this.pick(shown).review, "removed", "request");
    else if (die < 0.84 && hidden.length > 0) this.show(this.pick(hidden), "shown");
    else this.closeQuarter();
  }

  publish(): void {
    this.show(this.reviewOf(`r_${this.#made++}`), "published");
  }

  change(review: Review): void {
    this.show({ ...review, text: `${review.text} Edited ${this.now}.` }, "changed");
  }

  show(review: Review, act: "published" | "changed" | "shown"): void {
    const salt = Buffer.from(this.random.bytes(32));
    const { id, rating, date } = review;
    const commitment = commitmentTo(publicForm(review), salt);
    this.hidden.delete(id);
    this.site.shown.set(id, {
      review,
      salt,
      index: this.append({ act, review: id, rating, date, reason: null, commitment }),
    });
  }

  hide(review: Review, act: "withheld" | "removed", reason: string): void {
    const { id, rating, date } = review;
    this.site.shown.delete(id);
    if (act === "withheld") this.hidden.set(id, review);
    this.append({ act, review: id, rating, date, reason, commitment: null });
  }

  closeQuarter(): void {
    const past = new Date(this.now - 92 * DAY_MS);
    const period = `${past.getUTCFullYear()}-Q${Math.ceil((past.getUTCMonth() + 1) / 3)}`;
    const jobs = 1 + Math.floor(this.random.number() * 40);
    const figures = { jobs, invited: jobs - 1, not_invited: { no_contact: 1 }, answered: 0 };
    const isKnown = this.site.periods.some((each) => each.period === period);
    this.site.periods = [{ period, ...figures }, ...this.site.periods.filter((each) => each.period !== period)];
    this.append({
      act: "quarter",
      period,
      figures,
      seals: [],
      ...(isKnown && { reason: "jobs" }),
    });
  }

  append(content: EntryContent): number {
    const before = this.site.entries.at(-1)?.at ?? 0;
    return this.site.entries.push({ ...content, at: Math.max(before, Math.floor(this.now / 1000) * 1000) }) - 1;
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random.number() * from.length)]!;
  }

  reviewOf(id: string): Review {
    const rating = 1 + Math.floor(this.random.number() * 5);
    const date = new Date(this.now).toISOString().slice(0, 10);
    return {
      id,
      date,
      date_precision: "day",
      rating,
      aspect_ratings: null,
      title: null,
      text: `Words of ${id}.`,
      author: { name: "Jane D." },
      source: { name: "direct", url: null },
      provenance: "invitation",
      reply: null,
      verification: { method: "invitation", strength: "one_time_link", date },
    } as unknown as Review;
  }
}

/** A copy that can be rewritten without the one it is of. */
export function copyOf(site: Served): Served {
  return { ...site, entries: [...site.entries], shown: new Map(site.shown), periods: [...site.periods] };
}

/** The receipt of a review as it is shown now. */
export async function receiptOf(site: Served, id: string): Promise<Receipt> {
  const tree = treeOfSite(site);
  const { review, salt, index } = site.shown.get(id)!;
  const text = checkpointText({ origin: site.origin, size: tree.size, root: tree.root() });
  const path = await inclusionProof(index, tree.size, tree.read);
  return {
    v: 1,
    site: `https://${site.origin.replace(/\/log$/, "")}/`,
    key: site.keys[0]!.vkey,
    review: JSON.parse(publicForm(review)),
    salt: salt.toString("base64url"),
    entry: Buffer.from(tree.entries[index]!).toString(),
    proof: writeProof({ index, path, checkpoint: signNote(text, site.keys[0]!) }),
  };
}

const treeOfSite = ({ entries }: Served) =>
  treeOf(entries.map(({ at, ...content }, n) => writeEntry(content as EntryContent, { n, at })));

/** What is served of it. */
export function askOf(site: Served): FetchFromSite {
  const tree = treeOfSite(site);
  const text = checkpointText({ origin: site.origin, size: tree.size, root: tree.root() });
  const [first, ...others] = site.keys;
  let signed = signNote(text, first!);
  for (const key of others) signed = signed + signNote(text, key).split("\n\n")[1]!;
  const reviews = [...site.shown.values()].map(({ review, salt, index }) =>
    JSON.stringify({ ...review, log: site.isSample ? null : { index, salt: salt.toString("base64url") } }),
  );
  const answers = [...site.shown.values()].map(({ review }) => review);
  const documents: Readonly<Record<string, string>> = {
    "reviews.json": JSON.stringify({ reviews: answers }),
    ...Object.fromEntries(answers.map((review) => [`api/reviews/${review.id}`, JSON.stringify(review)])),
    "log/key": site.keys.map(({ vkey }) => `${vkey}\n`).join(""),
    "log/checkpoint": signed,
    "reviews.ndjson?log=true": reviews.map((line) => `${line}\n`).join(""),
    "record.json": JSON.stringify({ periods: site.periods }),
    "api/feed.json": JSON.stringify({ _goodword: { is_sample: site.isSample } }),
  };
  return async (path) => {
    const document = documents[path];
    if (document !== undefined) return { status: 200, body: Buffer.from(document) };
    const tile = path.startsWith("log/") ? readTilePath(path.slice("log/".length)) : null;
    return tile === null ? { status: 404, body: Buffer.of() } : { status: 200, body: tree.served(tile) };
  };
}
