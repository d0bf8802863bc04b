/**
 * How a format says that it could not translate a field, without refusing the record itself.
 *
 * @module
 */

/** Stands for a field that its format could not translate; it is refused in these words. */
export class Unreadable {
  constructor(
    readonly value: unknown,
    /** What was expected, as words that follow the value. */
    readonly expected: string,
    /** The field's name, where it is not the usual one. */
    readonly field?: string,
  ) {}
}
