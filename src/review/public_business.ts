/**
 * What of a business is for everybody.
 *
 * @module
 */
import type { Business } from "./business.ts";
import type { KeptBusiness } from "./picture.ts";

/** What may be shown of a business: technicians who are not public are left out. */
export function publicBusiness(business: KeptBusiness): Business {
  // One that was stored by an older release lacks what came later.
  const {
    logo_image: _logo,
    photo_image: _photo,
    is_sample,
    photo = null,
    color = null,
    report_to = null,
    license = null,
    sources = [],
    ...rest
  } = business;
  const technicians = business.technicians.filter((technician) => technician.public);
  return { ...rest, technicians, photo, color, report_to, license, sources, is_sample };
}
