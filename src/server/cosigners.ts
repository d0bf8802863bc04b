/**
 * Has witnesses cosign each checkpoint of the log once it is published. None of them ever delays a publication: what they sign
 * is published with the next revision, which is made for it.
 */
import type { Clock, GuardedFetch, Log } from "../platform.ts";
import { instantOfChange, type Store } from "../store/mod.ts";
import { readCheckpoint, readVerifierKey, verifyNote } from "../transparency_log/mod.ts";
import { askWitness, type Witness } from "../transparency_log/watching/mod.ts";

interface CosignersParts {
  readonly store: Pick<Store, "reviews" | "transparencyLog">;
  /** Keys and addresses, as `WITNESSES` has them. */
  readonly witnesses: readonly { readonly vkey: string; readonly url: string }[];
  readonly fetch: GuardedFetch;
  readonly clock: Pick<Clock, "after">;
  readonly log: Log;
}

/** Before witnesses that did not sign are asked again, in milliseconds. */
const AGAIN_MS = 600_000;

/** Those who are asked. */
export class Cosigners {
  readonly #parts: CosignersParts;
  readonly #witnesses: readonly Witness[];
  /** The size that a witness signed last, by its vkey. */
  readonly #sizes = new Map<string, number>();
  #cancel = () => {};
  #isAsking = false;
  #isStopped = false;

  constructor(parts: CosignersParts) {
    this.#parts = parts;
    this.#witnesses = parts.witnesses.flatMap(({ vkey, url }) => {
      const key = readVerifierKey(vkey);
      if (key === null) parts.log.warn("Unknown key of a witness", { witness: vkey });
      return key === null ? [] : [{ key, url }];
    });
  }

  /** There may be a checkpoint that nobody has cosigned. Cheap, safe at any time. */
  published(): void {
    if (this.#isAsking || this.#isStopped || this.#witnesses.length === 0) return;
    this.#isAsking = true;
    this.#cancel();
    void this.#ask()
      .catch((error) => this.#parts.log.warn("Witnesses not asked", { error: String(error) }))
      .then((isDone) => {
        this.#isAsking = false;
        if (isDone !== true && !this.#isStopped)
          this.#cancel = this.#parts.clock.after(AGAIN_MS, () => this.published());
      });
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  /** Whether all have signed the last checkpoint. */
  async #ask(): Promise<boolean> {
    const { store, fetch, log } = this.#parts;
    const { number } = await store.transparencyLog.read((reads) => reads.place());
    const signed = await store.transparencyLog.lastSigned(number);
    const checkpoint = signed === null ? null : readCheckpoint(signed);
    if (signed === null || checkpoint === null || checkpoint.size === 0) return true;
    const { size, note } = checkpoint;
    const missing = this.#witnesses.filter(({ key }) => verifyNote(note, [key]) === null);
    const outcomes = await Promise.all(
      missing.map(async (witness) => {
        const { vkey, name } = witness.key;
        const outcome = await askWitness(witness, signed, {
          fetch,
          oldSize: this.#sizes.get(vkey) ?? 0,
          tiles: (level, index, width) => store.transparencyLog.read(({ tiles }) => tiles(level, index, width)),
        });
        if (outcome.kind === "cosigned") this.#sizes.set(vkey, size);
        else log.warn("Witness did not cosign", { witness: name, reason: outcome.reason });
        return outcome;
      }),
    );
    const lines = outcomes.flatMap((outcome) => (outcome.kind === "cosigned" ? [outcome.line] : []));
    if (lines.length > 0 && !this.#isStopped) await this.#keep(number, signed, lines);
    return lines.length === missing.length;
  }

  /** Adds the lines to the checkpoint, unless a later one was signed meanwhile. */
  async #keep(number: number, signed: string, lines: readonly string[]): Promise<void> {
    const { store, log } = this.#parts;
    const last = await store.transparencyLog.lastSigned(number);
    if (last === null || readCheckpoint(last)?.note.text !== readCheckpoint(signed)?.note.text) return;
    await store.transparencyLog.saveSigned(number, last + lines.map((line) => `${line}\n`).join(""));
    await store.reviews.write(async (writes) => {
      const at = instantOfChange(writes.now, await writes.state());
      await writes.recordChange({ command: "cosign", at, lines: [{ detail: { witnesses: lines.length } }] });
    });
    log.info("Checkpoint cosigned", { witnesses: lines.length });
  }
}
