import type { Command } from "../command.ts";
import { completionScript, SHELLS, type Shell } from "../completion.ts";

/** Completes all commands, itself included. */
export function completionCommand(all: () => readonly Command[]): Command {
  return {
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
      const script = completionScript(shell, all());
      return { lines: script.split("\n"), data: { shell, script } };
    },
  };
}
