/** Looks at files whose file system may fail. */
import { type Stats, statSync } from "node:fs";

/** The file at a path. Undefined where there is no file, and where the file system fails, as for a link to itself. */
export function fileAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
