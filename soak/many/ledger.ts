/** What was done to the reviews of a business as far as it was acknowledged, and what may have been. */

/** An act on the reviews of a business. */
export type Act =
  /** Texts by id. */
  | { readonly kind: "import"; readonly texts: Readonly<Record<string, string>> }
  | { readonly kind: "reply"; readonly review: string; readonly text: string }
  | { readonly kind: "remove"; readonly review: string };

/** A review, as far as acts decide it. */
interface KnownReview {
  readonly text: string;
  readonly reply: string | null;
}

/** The reviews of a business that one party writes to, and the ids of those that it had erased. */
export interface Known {
  readonly reviews: Readonly<Record<string, KnownReview>>;
  readonly erased: readonly string[];
}

/** A text that names its business, unlike any other. In letters: digits might be a telephone. */
export function markOf(business: string, number: number): string {
  const letters = number.toString().replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "");
  return `Text ${letters} of ${business} ends here`;
}

/** What is known once an act has taken effect. */
export function after({ reviews, erased }: Known, act: Act): Known {
  switch (act.kind) {
    case "import": {
      const brought = Object.entries(act.texts).filter(([id]) => !erased.includes(id));
      const changed = brought.map(([id, text]) => [id, { text, reply: reviews[id]?.reply ?? null }] as const);
      return { reviews: { ...reviews, ...Object.fromEntries(changed) }, erased };
    }
    case "reply": {
      const review = reviews[act.review];
      if (review === undefined) return { reviews, erased };
      return { reviews: { ...reviews, [act.review]: { ...review, reply: act.text } }, erased };
    }
    case "remove": {
      const { [act.review]: removed, ...others } = reviews;
      return removed === undefined ? { reviews, erased } : { reviews: others, erased: [...erased, act.review] };
    }
  }
}

/** What one party has done to one business. */
export class Ledger {
  known: Known = { reviews: {}, erased: [] };
  /** Texts of erased reviews. */
  readonly erasedTexts: string[] = [];
  #begun: Act | null = null;

  begins(act: Act): void {
    this.#begun = act;
  }

  done(): void {
    if (this.#begun !== null) this.#become(after(this.known, this.#begun));
    this.#begun = null;
  }

  /** Compares with what is found after a kill, when the act under way has taken effect or has not. Null where all is well. */
  faultOf(found: Known["reviews"]): string | null {
    const possible = this.#begun === null ? [this.known] : [this.known, after(this.known, this.#begun)];
    this.#begun = null;
    const match = possible.find(({ reviews }) => differenceOf(reviews, found) === null);
    if (match === undefined) return differenceOf(this.known.reviews, found);
    this.#become(match);
    return null;
  }

  #become(next: Known): void {
    for (const id of next.erased.slice(this.known.erased.length)) {
      const { text, reply } = this.known.reviews[id] ?? { text: null, reply: null };
      this.erasedTexts.push(...[text, reply].filter((said) => said !== null));
    }
    this.known = next;
  }
}

function differenceOf(expected: Known["reviews"], found: Known["reviews"]): string | null {
  for (const id of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    const wanted = expected[id];
    const is = found[id];
    if (wanted?.text !== is?.text || wanted?.reply !== is?.reply) {
      return `${id}: ${JSON.stringify(is ?? null)} in place of ${JSON.stringify(wanted ?? null)}`;
    }
  }
  return null;
}
