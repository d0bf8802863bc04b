/**
 * What commander says of a command line it does not understand, in our words: one sentence with what to do.
 *
 * @module
 */
import type { CommanderError } from "commander";
import { GoodwordError } from "../errors.ts";

const SENTENCES: readonly (readonly [said: RegExp, ours: string])[] = [
  [/^unknown command '(.*)'$/, 'Unknown command "$1"'],
  [/^unknown option '(-[^-].*)'$/, 'Unknown option "$1"; write -- before an id that begins with a hyphen'],
  [/^unknown option '(.*)'$/, 'Unknown option "$1"'],
  [/^missing required argument '(.*)'$/, "The argument <$1> is missing; see --help"],
  [/^required option '(.*)' not specified$/, "The option $1 is missing; see --help"],
  [/^option '(--[\w-]+).*' argument missing$/, "$1 needs a value; see --help"],
  [/^option '(--[\w-]+).*' argument '(.*)' is invalid\. Allowed choices are (.*)\.$/, '$1 is "$2", expected one of $3'],
  [
    /^command-argument value '(.*)' is invalid for argument '(.*)'\. Allowed choices are (.*)\.$/,
    'The $2 is "$1", expected one of $3',
  ],
  [/^too many arguments for '(.*)'\. .*$/, "Too many arguments for $1; see --help"],
];

/** Translates what commander reports; a suggestion of a similar name stays. */
export function usageError({ code, message }: CommanderError): GoodwordError {
  if (code === "commander.help") return new GoodwordError("usage", "Which command? See goodword --help");
  const [said = "", hint = ""] = message.replace(/^error: /, "").split("\n");
  const ours = SENTENCES.find(([pattern]) => pattern.test(said));
  const sentence = ours === undefined ? said : said.replace(...ours);
  return new GoodwordError("usage", hint === "" ? sentence : `${sentence} ${hint}`);
}
