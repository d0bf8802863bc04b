/**
 * Finds variables of the environment that are meant for Goodword but not read by it: misspelt ones, and settings of earlier releases.
 *
 * The environment is full of other programs' variables, so only what can hardly be meant for anybody else is named.
 */
import { type Environment, knownSettings, REMOVED_SETTINGS } from "./config.ts";
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

/** Warnings about variables that are not read though they look meant for this program, sorted by name. */
export function settingWarnings(environment: Environment): string[] {
  const removed = Object.entries(REMOVED_SETTINGS).filter(([name]) => (environment[name]?.trim() ?? "") !== "");
  return [
    ...removed.map(([name, instead]) => `${name} is no longer a setting: ${instead}`),
    ...misspeltSettings(environment).map(misspeltMessage),
  ].sort();
}

function misspeltSettings(environment: Environment): MisspeltSetting[] {
  const known = [...knownSettings().usual.keys()];
  return Object.keys(environment)
    .filter((name) => !known.includes(name) && !(name in REMOVED_SETTINGS))
    .map((name): MisspeltSetting => ({ name, meant: meantBy(name, known) }))
    .filter(({ name, meant }) => name.startsWith(OUR_PREFIX) || (meant !== null && environment[meant] === undefined));
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
  return editDistance(known, name, MOST_MISTAKES) <= MOST_MISTAKES;
}

function misspeltMessage({ name, meant }: MisspeltSetting): string {
  return `${name} is not a setting${meant === null ? "" : `; did you mean ${meant}?`}`;
}
