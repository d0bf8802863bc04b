/**
 * Numbers in sentences.
 *
 * @module
 */

/** `12,345` */
export function count(number: number): string {
  return number.toLocaleString("en-US");
}

/** `1 record`, `2 records`, `2 near misses`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}
