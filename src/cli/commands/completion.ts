import type { Command } from "../command.ts";
import { completionScript, SHELLS, type Shell } from "../completion.ts";

export const completionCommand: Command = {
  name: "completion",
  summary: "print a script that completes commands in your shell",
  arguments: [{ name: "<shell>", description: "which shell", choices: SHELLS }],
  examples: [
    ["goodword completion bash > ~/.local/share/bash-completion/completions/goodword", "bash"],
    ["goodword completion zsh > ~/.zfunc/_goodword", "zsh, with ~/.zfunc in fpath"],
    ["goodword completion fish > ~/.config/fish/completions/goodword.fish", "fish"],
  ],
  run: async (call) => {
    const shell = call.arguments[0] as Shell;
    // Loaded late: the list of commands holds this one.
    const { COMMANDS } = await import("./mod.ts");
    const script = completionScript(shell, COMMANDS);
    return { lines: script.split("\n"), data: { shell, script } };
  },
};
