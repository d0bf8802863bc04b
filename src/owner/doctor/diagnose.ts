import { type Environment, readConfig } from "../../config.ts";
import type { Store } from "../../store/mod.ts";
import { checkDatabase } from "./check_database.ts";
import { checkDocuments } from "./check_documents.ts";
import { checkHints } from "./check_hints.ts";
import { checkReviews } from "./check_reviews.ts";
import { checkSettings } from "./check_settings.ts";
import type { Finding } from "./finding.ts";

/** What is looked at besides the store. */
export interface DiagnoseOptions {
  readonly environment: Environment;
  /** The file of the store. */
  readonly databasePath: string;
}

/**
 * Looks at the settings, the database, the business, the reviews and the documents made of them, and changes nothing. What
 * is published is looked at only where settings and database are sound.
 */
export async function diagnose(
  store: Store,
  { environment, databasePath }: DiagnoseOptions,
): Promise<readonly Finding[]> {
  const ground = [...checkSettings(environment), ...(await checkDatabase(store, databasePath))];
  if (ground.some(({ level }) => level === "wrong")) return ground;
  const kept = [...(await checkReviews(store)), ...(await checkHints(store))];
  return [...ground, ...kept, ...(await checkDocuments(store, readConfig(environment)))];
}
