/**
 * Text composed of labelled sentences: reviews take several sides in a sentence and in several sentences, which sentences written one
 * by one do not show. Composed by numbers from a seed, so that the same sentences give the same text.
 */
import type { Labelled } from "./labelled_text.ts";

/** What joins two sentences into one. */
const JOINTS = [" and ", ", ", " but ", ", and ", " - "];
const EXCEPTIONS = [
  ", but ",
  ", although ",
  ", only ",
  ". The only downside: ",
  ". However, ",
  ", just ",
  " though ",
  ". My one complaint: ",
];
/** Of a composed review's sentences, the share without a side, and of the others that which its tenor decides. */
const SILENT = 0.3;
const TENOR = 0.89;
/** And the share that praises and makes an exception. */
const EXCEPTING = 0.1;
const MAX_SENTENCES = 6;
const COMPLAINING = 0.45;

/** Pairs of sentences in one, with the sides of both. */
export function pairs(from: readonly Labelled[], count: number): Labelled[] {
  const draw = chance(12_345);
  const pool = from.filter(({ isSentence }) => isSentence);
  return Array.from({ length: count }, () => {
    const one = pick(pool, draw);
    const other = pick(pool, draw);
    return joined(one, pick(JOINTS, draw), other);
  });
}

function joined(one: Labelled, joint: string, other: Labelled): Labelled {
  const text = `${one.text.replace(/[.!?]+$/, "")}${joint}${other.text}`;
  return { isFresh: true, isSentence: true, text, labels: [...one.labels, ...other.labels] };
}

/** Reviews of one to six sentences, most of which praise or most of which blame. */
export function reviews(from: readonly Labelled[], count: number): Labelled[] {
  const draw = chance(777);
  const pool = from.filter(({ isFresh, isSentence }) => isFresh && isSentence);
  const silent = pool.filter(({ labels }) => labels.length === 0);
  const sided = (blame: number) =>
    pool.filter(({ labels }) => labels.length > 0 && labels.every(({ side }) => side % 2 === blame));
  const praising = sided(0);
  const blaming = sided(1);
  return Array.from({ length: count }, () => {
    const isComplaint = draw() < COMPLAINING;
    const own = Array.from({ length: 1 + Math.floor(draw() * MAX_SENTENCES) }, () => {
      const chance = draw();
      if (chance < SILENT) return pick(silent, draw);
      if (chance < SILENT + EXCEPTING) return joined(pick(praising, draw), pick(EXCEPTIONS, draw), pick(blaming, draw));
      return pick(draw() < TENOR === isComplaint ? blaming : praising, draw);
    });
    const text = own.map((sentence) => sentence.text).join(" ");
    return { isFresh: true, isSentence: false, text, labels: own.flatMap(({ labels }) => labels) };
  });
}

function pick<Item>(from: readonly Item[], draw: () => number): Item {
  const own = from[Math.floor(draw() * from.length)];
  if (own === undefined) throw new Error("There is nothing to pick from");
  return own;
}

/** Numbers from 0 to 1, the same for the same seed. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}
