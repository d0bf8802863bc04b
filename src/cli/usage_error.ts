/**
 * What commander says of a command line it does not understand, in our words: one sentence with what to do.
 *
 * @module
 */
import type { CommanderError } from "commander";
import { GoodwordError } from "../errors.ts";

const SENTENCES: readonly (readonly [said: RegExp, ours: string])[] = [
  [/^unknown command '(.*)'$/, 'Unknown command "$1"'],
  [/^unknown option '(-[^-].*)'$/, 'Unknown option "$1"; before an id that begins with a hyphen write --'],
  [/^unknown option '(.*)'$/, 'Unknown option "$1"'],
  [/^missing required argument '(.*)'$/, "The argument <$1> is missing; --help tells more"],
  [/^required option '(.*)' not specified$/, "The option $1 is missing; --help tells more"],
  [/^option '(--[\w-]+).*' argument missing$/, "$1 is given without a value; --help tells more"],
  [/^option '(--[\w-]+).*' argument '(.*)' is invalid\. Allowed choices are (.*)\.$/, '$1 is "$2", expected one of $3'],
  [
    /^command-argument value '(.*)' is invalid for argument '(.*)'\. Allowed choices are (.*)\.$/,
    'The $2 is "$1", expected one of $3',
  ],
  [/^too many arguments for '(.*)'\. .*$/, "$1 is given more than it takes; --help tells more"],
];

export function usageError({ code, message }: CommanderError): GoodwordError {
  if (code === "commander.help") return new GoodwordError("usage", "Which command? See goodword --help");
  const [said = "", hint = ""] = message.replace(/^error: /, "").split("\n");
  const ours = SENTENCES.find(([pattern]) => pattern.test(said));
  const sentence = ours === undefined ? said : said.replace(...ours);
  return new GoodwordError("usage", hint === "" ? sentence : `${sentence} ${hint}`);
}
