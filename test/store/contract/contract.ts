/**
 * What every store must do, written against its ports alone. An adapter is done when this passes over it, and over whatever
 * stands between it and its callers.
 */
import { describe } from "bun:test";
import { activationContract } from "./activation.ts";
import { artefactContract } from "./artefacts.ts";
import { claimContract } from "./claims.ts";
import { contentsContract } from "./contents.ts";
import { editionContract } from "./editions.ts";
import type { OpenPlace } from "./place.ts";
import { reviewContract } from "./reviews.ts";
import { timeAndErasureContract } from "./time_and_erasure.ts";
import { transactionContract } from "./transactions.ts";

/** `hasArtefacts`: whether servers build publications for each other there. */
export function storeContract(name: string, open: OpenPlace, { hasArtefacts = true } = {}): void {
  describe(name, () => {
    transactionContract(open);
    contentsContract(open);
    editionContract(open);
    reviewContract(open);
    claimContract(open);
    activationContract(open);
    if (hasArtefacts) artefactContract(open);
    timeAndErasureContract(open);
  });
}
