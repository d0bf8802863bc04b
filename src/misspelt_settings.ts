/** Finds variables that were meant for Goodword but are not read. Only unmistakable ones: the environment is full of others. */
import { type Environment, knownSettings, REMOVED_SETTINGS } from "./config.ts";
import { editDistance, nearestName } from "./nearest_name.ts";

interface MisspeltSetting {
  readonly name: string;
  readonly meant: string | null;
}

const OUR_PREFIX = "GOODWORD_";
/** Shorter names such as HOST and PORT are too similar to other variables. */
const MIN_LENGTH = 8;
const MAX_MISTAKES = 2;

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
  const long = known.filter(({ length }) => length >= MIN_LENGTH);
  return long.find((each) => spelt(each) === spelt(name)) ?? long.find((each) => isNear(each, name)) ?? null;
}

/** Folds a name, so that BASEURL and baseUrl equal BASE_URL. */
function spelt(name: string): string {
  return name.toUpperCase().replaceAll(/[_-]/g, "");
}

function isNear(known: string, name: string): boolean {
  return editDistance(known, name, MAX_MISTAKES) <= MAX_MISTAKES;
}

function misspeltMessage({ name, meant }: MisspeltSetting): string {
  return `${name} is not a setting${meant === null ? "" : `; did you mean ${meant}?`}`;
}
