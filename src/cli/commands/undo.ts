import { GoodwordError } from "../../errors.ts";
import { undoImport } from "../../owner/mod.ts";
import { counted } from "../../review/mod.ts";
import { argumentOf, type Command } from "../command.ts";

export const undoCommand: Command = {
  name: "undo",
  summary: "take an import back",
  details:
    "The reviews that it added are taken out, and those that it changed or took out are as they were before; the " +
    "profile of the business stays. What was removed since stays removed, since its content is erased.",
  arguments: [{ name: "<revision>", description: "revision of the import; see goodword log" }],
  options: [{ flags: "--force", description: "leave reviews that were changed after it as they are" }],
  examples: [["goodword undo 12", "the wrong file was imported as revision 12"]],
  run: async (call) => {
    const given = argumentOf(call);
    if (!/^\d{1,15}$/.test(given)) throw new GoodwordError("usage", `undo needs the number of a revision: ${given}`);
    const revision = Number(given);
    const outcome = await call.withStore((store) =>
      undoImport(store, { revision, leaveOvertaken: call.flag("force") }),
    );
    switch (outcome.kind) {
      case "unknown":
        throw new GoodwordError("not_found", `There is no revision ${revision}; nothing was changed`);
      case "no_import":
        throw refused(`Revision ${revision} was no import`);
      case "undone_before":
        throw refused(`The import of revision ${revision} was undone before`);
      case "nothing_left":
        throw refused(`Nothing is left of the import of revision ${revision} that could be undone`);
      case "overtaken":
        throw refused(
          `${counted(outcome.ids.length, "review")} changed after revision ${revision}, ${outcome.ids[0]} first; add --force to leave such reviews as they are`,
        );
      case "undone": {
        const { takenOut, restored } = outcome;
        return {
          lines: [`${takenOut} taken out, ${restored} as before; revision ${outcome.revision}`],
          data: { undone: revision, taken_out: takenOut, restored, revision: outcome.revision },
        };
      }
    }
  },
};

function refused(reason: string): GoodwordError {
  return new GoodwordError("input_refused", `${reason}; nothing was changed`);
}
