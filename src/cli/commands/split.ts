import { GoodwordError } from "../../errors.ts";
import { applyManualJoin, type ManualJoin } from "../../owner/join_copies.ts";
import { type CommandCall, noReview, type Outcome } from "../command.ts";

export function split(call: CommandCall): Promise<Outcome> {
  const [id = "", other] = call.arguments;
  return say(call, other === undefined ? { kind: "split", id } : { kind: "part", ids: [id, other] });
}

export function join(call: CommandCall): Promise<Outcome> {
  const [id = "", other = ""] = call.arguments;
  return say(call, { kind: "join", ids: [id, other] });
}

async function say(call: CommandCall, word: ManualJoin): Promise<Outcome> {
  const outcome = await call.withStore((store) => applyManualJoin(store, word));
  const ids = word.kind === "split" ? [word.id] : word.ids;
  switch (outcome.kind) {
    case "unknown":
      throw noReview(...outcome.ids);
    case "changed":
      throw new GoodwordError(
        "input_refused",
        `${ids.join(" and ")} were changed by somebody else; nothing was changed`,
      );
    case "too_different":
      throw new GoodwordError(
        "input_refused",
        `${ids.join(" and ")} cannot be one review: copies are of two sources, with the same stars, at most 3 days apart; nothing was changed`,
      );
    case "same":
      return { lines: ["Already recorded; nothing was changed"], data: { ids, changed: false } };
    case "done":
      return {
        lines: [`${saidOf(word)}; revision ${outcome.revision}`],
        data: { ids, changed: true, revision: outcome.revision },
      };
  }
}

function saidOf(word: ManualJoin): string {
  if (word.kind === "split") return `${word.id} counts by itself`;
  const [one, other] = word.ids;
  return word.kind === "join" ? `${one} and ${other} count once` : `${one} and ${other} are two customers' reviews`;
}
