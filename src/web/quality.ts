/**
 * Quality values, RFC 9110 section 12.4.2.
 *
 * @module
 */

const WEIGHT = /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/;

/** The weight among the parameters of a list element, lower case: 1 when there is none, 0 when it is malformed. */
export function qualityOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith("q="));
  if (given === undefined) return 1;
  return WEIGHT.test(given) ? Number(given.slice(2)) : 0;
}
