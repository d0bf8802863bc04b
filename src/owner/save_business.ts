/** Saves a change of the business by itself, as an import of no reviews: what was found in reviews follows its catalog. */
import type { KeptBusiness } from "../review/mod.ts";
import type { Store } from "../store/mod.ts";
import type { ImportRequest } from "../store/planning/mod.ts";
import { carryOutImport, NO_PROGRESS } from "./carry_out_import.ts";

/** What is saved, and what the log says of it. */
interface SaveBusinessOptions<Refusal> {
  /** The business after the change, or why it cannot be made; decided anew within the transaction that saves it. */
  readonly decide: (
    stored: KeptBusiness | null,
  ) => { readonly kind: "ready"; readonly business: KeptBusiness } | Refusal;
  readonly command: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  /** See {@link carryOutImport}. */
  readonly leavesAnalysis?: boolean | undefined;
  /** Completes the request, as by pictures of the web. */
  readonly prepare?: (request: ImportRequest) => Promise<ImportRequest>;
}

/** Saves a change that can be made at this moment, whatever was so when it was asked for. */
export async function saveBusiness<Refusal extends { readonly kind: string }>(
  store: Store,
  { decide, command, detail, leavesAnalysis, prepare }: SaveBusinessOptions<Refusal>,
): Promise<{ readonly kind: "saved"; readonly revision: number } | { readonly kind: "same" } | Refusal> {
  const { analystFor } = await import("../publication/publishing/analyst.ts");
  const request: ImportRequest = {
    drafts: [],
    businessAfter: (stored) => {
      const decided = decide(stored);
      if (isReady(decided)) return decided.business;
      throw new RefusedError(decided);
    },
    insightsOverrides: null,
    replace: false,
    complete: false,
    analystFor,
    newKey: crypto.getRandomValues(new Uint8Array(32)).toHex(),
  };
  const options = { command, files: [], ...(detail && { detail }), leavesAnalysis, progress: NO_PROGRESS };
  try {
    const { summary, revision } = await carryOutImport(store, (await prepare?.(request)) ?? request, options);
    return summary.businessChanged ? { kind: "saved", revision } : { kind: "same" };
  } catch (error) {
    if (error instanceof RefusedError) return error.refusal as Refusal;
    throw error;
  }
}

function isReady(decided: {
  readonly kind: string;
}): decided is { readonly kind: "ready"; readonly business: KeptBusiness } {
  return decided.kind === "ready";
}

/** Ends the attempt from within. */
class RefusedError extends Error {
  constructor(readonly refusal: { readonly kind: string }) {
    super("The business cannot be changed this way");
  }
}
