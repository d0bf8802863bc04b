/**
 * Words of strangers in our own answers.
 *
 * @module
 */

/** Foreign text as it is repeated to its sender: short, and well-formed. */
export function clip(text: string): string {
  const short = text.length > 100 ? `${text.slice(0, 100)}…` : text;
  return short.toWellFormed();
}
