/**
 * The business of an edition.
 *
 * @module
 */
import { completeBusiness, UNNAMED_BUSINESS } from "../import/complete_business.ts";
import type { Business } from "../review/mod.ts";
import type { Edition } from "../store/mod.ts";

/** The business of an edition, private technicians included; one without a name where none was imported. */
export function businessOf({ business }: Edition): Business {
  return business ?? completeBusiness({ name: UNNAMED_BUSINESS }, null);
}
