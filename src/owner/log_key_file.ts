/** Where the keys lie that sign the transparency log. */
import { keyFilesOf } from "../config.ts";

/** The file of the keys; null where they are set by the environment. */
export function logKeyFileOf(database: string): string | null {
  const files = keyFilesOf(database);
  return files === null ? null : `${files}.log-key`;
}
