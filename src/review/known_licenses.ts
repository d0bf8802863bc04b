/**
 * Licences by name.
 *
 * @module
 */
import type { License } from "./license.ts";

/** Licences for data that can be named by their SPDX id alone. */
export const KNOWN_LICENSES: readonly License[] = [
  { name: "CC0-1.0", url: "https://creativecommons.org/publicdomain/zero/1.0/" },
  { name: "CC-BY-4.0", url: "https://creativecommons.org/licenses/by/4.0/" },
  { name: "CC-BY-SA-4.0", url: "https://creativecommons.org/licenses/by-sa/4.0/" },
  { name: "CC-BY-NC-4.0", url: "https://creativecommons.org/licenses/by-nc/4.0/" },
  { name: "ODbL-1.0", url: "https://opendatacommons.org/licenses/odbl/1-0/" },
  { name: "ODC-By-1.0", url: "https://opendatacommons.org/licenses/by/1-0/" },
  { name: "PDDL-1.0", url: "https://opendatacommons.org/licenses/pddl/1-0/" },
];

/** A licence as people name it: by a known id in any case, or by the address of its text. Null for anything else. */
export function licenseNamed(text: string): License | null {
  const known = KNOWN_LICENSES.find(
    ({ name, url }) => name.toLowerCase() === text.trim().toLowerCase() || url === text.trim(),
  );
  if (known !== undefined) return known;
  const url = URL.parse(text.trim());
  return url?.protocol === "https:" || url?.protocol === "http:"
    ? { name: url.host + url.pathname, url: url.href }
    : null;
}
