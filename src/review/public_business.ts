/**
 * What of a business is for everybody.
 *
 * @module
 */
import type { Business } from "./business.ts";

/** What may be shown of a business: technicians who are not public are left out. */
export function publicBusiness(business: Business): Business {
  return { ...business, technicians: business.technicians.filter((technician) => technician.public) };
}
