/**
 * Finds variables of the environment that were meant for Goodword and are not read by it.
 *
 * The environment is full of other programs' variables, so only what can hardly be meant for anybody else is named.
 */
import { type Environment, knownSettings } from "./config.ts";
import { editDistance, nearestName } from "./nearest_name.ts";

/** An environment variable that looks like a mistyped setting. */
interface MisspeltSetting {
  readonly name: string;
  /** What was probably meant; null when nothing is near. */
  readonly meant: string | null;
}

const OUR_PREFIX = "GOODWORD_";
/** HOST and PORT are a letter away from too many others. */
const LEAST_LENGTH = 8;
const MOST_MISTAKES = 2;

/** Finds variables that nobody reads but that look meant for this program, sorted by name. */
export function misspeltSettings(environment: Environment): MisspeltSetting[] {
  const known = [...knownSettings().usual.keys()];
  return Object.keys(environment)
    .filter((name) => !known.includes(name))
    .map((name): MisspeltSetting => ({ name, meant: meantBy(name, known) }))
    .filter(({ name, meant }) => name.startsWith(OUR_PREFIX) || (meant !== null && environment[meant] === undefined))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function meantBy(name: string, known: readonly string[]): string | null {
  if (name.startsWith(OUR_PREFIX)) {
    const bare = name.slice(OUR_PREFIX.length);
    return known.includes(bare) ? bare : nearestName(name, known);
  }
  const long = known.filter(({ length }) => length >= LEAST_LENGTH);
  return long.find((each) => spelt(each) === spelt(name)) ?? long.find((each) => isNear(each, name)) ?? null;
}

/** The letters alone: BASEURL and baseUrl are BASE_URL. */
function spelt(name: string): string {
  return name.toUpperCase().replaceAll(/[_-]/g, "");
}

function isNear(known: string, name: string): boolean {
  return Math.abs(known.length - name.length) <= MOST_MISTAKES && editDistance(known, name) <= MOST_MISTAKES;
}

/** What is said of one, in the log as in the outcome of a command. */
export function misspeltMessage({ name, meant }: MisspeltSetting): string {
  return `${name} is not a setting${meant === null ? "" : `; did you mean ${meant}?`}`;
}
