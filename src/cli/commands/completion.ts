import { type Command, type CommandCall, type CommandOption, type Outcome, optionsOf } from "../command.ts";
/** A script that completes these commands. */
export async function completion(call: CommandCall, commands: readonly Command[]): Promise<Outcome> {
  const shell = call.arguments[0] as keyof typeof SCRIPTS;
  const script = SCRIPTS[shell](commands);
  return { lines: script.split("\n"), data: { shell, script } };
}

/** What teaches a shell the names of commands, options and their choices. */
const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

const GLOBAL = optionsOf({
  "--database <url>": "the database",
  "--business <id>": "which business, where the database holds many",
  "--json": "print the outcome as JSON",
  "--quiet": "print nothing but errors",
  "--help": "print help",
});

/** What may follow a command: subcommands, choices of its first argument, options. */
function wordsAfter({ subcommands = [], arguments: args = [], options = [] }: Command): string[] {
  const flags = [...options, ...GLOBAL].map(flagOf);
  return [...subcommands.map(({ name }) => name), ...(args[0]?.choices ?? []), ...flags];
}

/** Options that take one of a few words, each once. */
function optionChoices(commands: readonly Command[]): ReadonlyMap<string, readonly string[]> {
  const options = commands.flatMap(({ options = [] }) => options);
  return new Map(options.flatMap((option) => (option.choices ? [[flagOf(option), option.choices] as const] : [])));
}

function flagOf({ flags }: CommandOption): string {
  return flags.split(" ", 1).join();
}

function bashScript(commands: readonly Command[]): string {
  const values = [...optionChoices(commands)].map(
    ([flag, choices]) => `    ${flag}) COMPREPLY=($(compgen -W "${choices.join(" ")}" -- "$word")); return ;;`,
  );
  const words = commands.map((command) => `    ${command.name}) words="${wordsAfter(command).join(" ")}" ;;`);
  return `# Completion of goodword for bash
_goodword() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words
  case $before in
${values.join("\n")}
  esac
  case \${COMP_WORDS[1]} in
${words.join("\n")}
    *) words="${commands.map(({ name }) => name).join(" ")} help --help --version" ;;
  esac
  [[ $COMP_CWORD -eq 1 ]] && words="${commands.map(({ name }) => name).join(" ")} help --help --version"
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  [[ $word == -* ]] || COMPREPLY+=($(compgen -f -- "$word"))
}
complete -o filenames -F _goodword goodword`;
}

function zshScript(commands: readonly Command[]): string {
  const summaries = commands.map(({ name, summary }) => `    '${name}:${plain(summary)}'`);
  const cases = commands.map((command) => {
    const first = [...(command.subcommands ?? []).map(({ name }) => name), ...(command.arguments?.[0]?.choices ?? [])];
    const options = [...(command.options ?? []), ...GLOBAL].map(zshOption);
    const argument = first.length > 0 ? `'1:what:(${first.join(" ")})'` : "'*:file:_files'";
    return `    ${command.name}) _arguments ${[...options, argument].join(" ")} ;;`;
  });
  return `#compdef goodword
# Completion of goodword for zsh
_goodword() {
  local -a commands=(
${summaries.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join("\n")}
  esac
}
_goodword "$@"`;
}

function zshOption(option: CommandOption): string {
  const [flag, value] = option.flags.split(" ");
  const spec = `'${flag}[${plain(option.description)}]`;
  if (value === undefined) return `${spec}'`;
  return `${spec}:value:${option.choices ? `(${option.choices.join(" ")})` : "_files"}'`;
}

function fishScript(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => [
    `complete -c goodword -n __fish_use_subcommand -a ${command.name} -d '${plain(command.summary)}'`,
    ...(command.subcommands ?? []).map(
      ({ name, summary }) =>
        `complete -c goodword -n '__fish_seen_subcommand_from ${command.name}' -a ${name} -d '${plain(summary)}'`,
    ),
    ...(command.options ?? []).map(
      (option) => `${fishOption(option)} -n '__fish_seen_subcommand_from ${command.name}'`,
    ),
  ]);
  return ["# Completion of goodword for fish", ...lines, ...GLOBAL.map(fishOption)].join("\n");
}

function fishOption(option: CommandOption): string {
  const [flag = "", value] = option.flags.split(" ");
  const takes = value === undefined ? "" : option.choices ? ` -x -a '${option.choices.join(" ")}'` : " -r";
  return `complete -c goodword -l ${flag.slice(2)} -d '${plain(option.description)}'${takes}`;
}

/** Without what would end a quotation or open a group in a shell. */
function plain(text: string): string {
  return text.replace(/['[\]():]/g, "");
}
