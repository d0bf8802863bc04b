/**
 * What the published form of a review depends on besides its row.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { ENGINE_VERSION } from "../insights/reading/analysis.ts";
import { PUBLIC_FIELDS } from "../review/field_lists.ts";
import type { Business } from "../review/mod.ts";
import type { Site } from "../web/site.ts";

/** Eight hexadecimal digits. While they stay the same, a row that has not changed is published as before. */
export function formOf({ technicians, services, service_areas }: Business, overrides: object, site: Site): string {
  const catalog = { technicians, services, service_areas };
  const parts = [ENGINE_VERSION, PUBLIC_FIELDS, catalog, overrides, site.baseUrl];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 8);
}
