import type { Command } from "../command.ts";

/** Prints the licence texts that the program carries with it. */
export const licensesCommand: Command = {
  name: "licenses",
  summary: "print the licences of all software in this program",
  examples: [["goodword licenses | less", "read them"]],
  run: async () => {
    const { default: text } = await import("../../../THIRD_PARTY_LICENSES.txt", { with: { type: "text" } });
    return { lines: text.trimEnd().split("\n"), data: { licenses: text } };
  },
};
