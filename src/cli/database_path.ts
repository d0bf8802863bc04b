/**
 * Where the database stands.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { GoodwordError } from "../errors.ts";

export const DEFAULT_DATABASE_URL = "file:data/goodword.sqlite";

/** The path in `file:data/goodword.sqlite`, `file:///var/lib/goodword.sqlite` or a plain path. */
export function databasePath(url: string | undefined): string {
  const given = url?.trim() || DEFAULT_DATABASE_URL;
  if (given.startsWith("file://")) return fileURLToPath(given);
  if (given.startsWith("file:")) return given.slice("file:".length);
  if (/^[a-z][a-z0-9+]+:\/\//i.test(given)) {
    throw new GoodwordError("usage", `DATABASE_URL is ${given.split("://")[0]}://..., expected file:PATH`);
  }
  return given;
}
