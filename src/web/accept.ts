/**
 * What a client would rather read, RFC 9110 section 12.5.1, as far as we offer a choice: a page or JSON.
 *
 * @module
 */
import { qualityOf } from "./quality.ts";

/** Whether a client names HTML and likes it no less than JSON. Programs that take anything get JSON. */
export function prefersHtml(accept: string | null): boolean {
  if (accept === null) return false;
  const weights = new Map<string, number>();
  for (const element of accept.toLowerCase().split(",")) {
    const [type = "", ...parameters] = element.split(";").map((part) => part.trim());
    weights.set(type, qualityOf(parameters));
  }
  const html = weights.get("text/html") ?? 0;
  return html > 0 && html >= (weights.get("application/json") ?? 0);
}
