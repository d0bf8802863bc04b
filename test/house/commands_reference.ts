/**
 * docs/commands.md, made from the commands themselves. `bun test/house/commands_reference.ts` writes it.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Command, CommandOption } from "../../src/cli/command.ts";
import { COMMANDS, wholeCommand } from "../../src/cli/mod.ts";

export const REFERENCE = fileURLToPath(new URL("../../docs/commands.md", import.meta.url));

const HEAD = `# Commands

What \`goodword\` does from the command line. From the source tree write \`bun src/main.ts\` instead of \`goodword\`;
without Bun, \`npx --yes bun@1.4.5 src/main.ts\`.
\`goodword COMMAND --help\` says the same; this page is made from the same words and checked by a test.

Every command takes these options:

| option | meaning |
| --- | --- |
| \`--database <url>\` | database to use (default: \`DATABASE_URL\`, else \`file:data/goodword.sqlite\`) |
| \`--json\` | print the outcome or the error as one JSON document |
| \`--quiet\` | print nothing but errors |
| \`-h\`, \`--help\` | print help |

\`goodword help COMMAND\` prints the same as \`goodword COMMAND --help\`; \`goodword --version\`, or \`-v\`, prints the version.

An outcome names the database that it is about: as the last line, as the member \`database\` of a JSON object, or, where standard
output is a document or a list by itself, on standard error. Where nobody has named a database and there is none in the folder,
only \`serve\` and \`init\` create one; \`import\` creates the one that \`--database\` or \`DATABASE_URL\` names.

Errors are one line on standard error and an exit code:

| code | meaning |
| --- | --- |
| 0 | done |
| 1 | refused, and nothing was changed: the input is not acceptable, or what was named does not exist |
| 2 | the command line or the environment cannot be understood |
| 3 | trouble with the database or a file |
| 4 | another process listens on the port |

A command waits up to ten seconds for another one that is writing. While an import runs, a progress bar shows rate and
time left on a terminal; elsewhere there is a plain line every five seconds, on standard error.
`;

export async function commandsReference(commands: readonly Command[] = COMMANDS): Promise<string> {
  const sections = await Promise.all(commands.map((command) => sectionsOf(command, "goodword", 2)));
  return `${HEAD}\n${sections.flat().join("\n")}`;
}

async function sectionsOf(described: Command, parent: string, level: number): Promise<string[]> {
  const command = await wholeCommand(described);
  const name = `${parent} ${command.name}`;
  const words = [name, ...(command.arguments ?? []).map((argument) => argument.name)];
  const own = [
    `${"#".repeat(level)} ${name}\n`,
    `${sentence(command.summary)}${command.details === undefined ? "" : ` ${command.details}`}\n`,
    ...(command.run || !command.subcommands ? [`    ${words.join(" ")}\n`] : []),
    ...listOf(
      "argument",
      (command.arguments ?? []).map((argument) => ({ ...argument, flags: argument.name })),
    ),
    ...listOf("option", command.options ?? []),
    ...(command.examples ?? []).map(([line, what]) => `    # ${what}\n    ${line}\n`),
  ];
  const below = await Promise.all((command.subcommands ?? []).map((each) => sectionsOf(each, name, level + 1)));
  return [own.join("\n"), ...below.flat()];
}

function listOf(kind: string, entries: readonly CommandOption[]): string[] {
  if (entries.length === 0) return [];
  const rows = entries.map(({ flags, description, choices, required }) => {
    const chosen = choices ? `: ${choices.map((choice) => `\`${choice}\``).join(", ")}` : "";
    return `| \`${flags}\` | ${description}${chosen}${required ? " (required)" : ""} |`;
  });
  return [`| ${kind} | meaning |\n| --- | --- |\n${rows.join("\n")}\n`];
}

function sentence(words: string): string {
  return `${words[0]!.toUpperCase()}${words.slice(1)}.`;
}

if (import.meta.main) writeFileSync(REFERENCE, await commandsReference());
