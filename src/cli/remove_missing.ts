/** Asks before `import --replace` removes the reviews that its files leave out. */
import { previewImport, type ReadImport } from "../owner/import_preview.ts";
import { counted, groupedDigits, printable } from "../review/mod.ts";
import type { Store, StoredReview } from "../store/mod.ts";
import type { CommandCall, Outcome } from "./command.ts";
import { MAX_SHOWN, shownReview } from "./dry_run.ts";

type Asked =
  | { readonly kind: "allowed"; readonly revision: number | undefined }
  | { readonly kind: "refused"; readonly outcome: Outcome };

/** Asks before removing; without a terminal, only `--remove-missing` allows it. */
export async function askToRemove(call: CommandCall, given: ReadImport): Promise<Asked> {
  if (call.flag("remove-missing")) return { kind: "allowed", revision: undefined };
  const missing: StoredReview[] = [];
  const look = (store: Store) =>
    previewImport(store, given, (entry) => {
      if (entry.kind === "removed") missing.push(entry.review);
    });
  const { summary } = await call.withStore(look, { ifMissing: "stand_in" });
  if (missing.length === 0) return { kind: "allowed", revision: undefined };
  const { ask, warn } = call.context;
  if (ask === null || call.isSilent) return { kind: "refused", outcome: refusal(missing) };
  for (const line of shownMissing(missing)) warn(`${printable(line)}\n`);
  const answer = await ask(`Remove ${counted(missing.length, "review")}? (yes, no) [no] `);
  if (answer.trim().toLowerCase() === "yes") return { kind: "allowed", revision: summary.base.revision };
  return { kind: "refused", outcome: { lines: ["Nothing was changed"], data: {}, exitCode: 1 } };
}

function refusal(missing: readonly StoredReview[]): Outcome {
  const count = counted(missing.length, "review is", "reviews are");
  const message = `${count} missing from the files, and --replace would remove ${missing.length === 1 ? "it" : "them"}; add --remove-missing to do that`;
  return {
    lines: shownMissing(missing),
    faults: [message],
    data: { error: { code: "input_refused", message }, would_remove: missing.map(({ id }) => id) },
    exitCode: 1,
  };
}

function shownMissing(missing: readonly StoredReview[]): string[] {
  const more = missing.length - MAX_SHOWN;
  return [
    "Missing from the files:",
    ...missing.slice(0, MAX_SHOWN).map((review) => `  ${shownReview(review)}`),
    ...(more > 0 ? [`  ... and ${groupedDigits(more)} more; --dry-run --json lists all`] : []),
  ];
}
