/**
 * The list of fields, looked at in one respect or another.
 *
 * @module
 */
import type { FieldSpec } from "./field_spec.ts";
import type { FieldName, GroupName, KeptField, PublicField, PublishedField } from "./field_types.ts";
import { REVIEW_FIELDS } from "./fields.ts";

/** The published fields in the order of the JSON. */
export const PUBLIC_FIELDS: readonly PublicField[] = fieldsWhere(
  ({ isPrivate, json }) => !isPrivate && json !== undefined,
);

/** The fields with a column of their own in the store. */
export const KEPT_FIELDS: readonly KeptField[] = fieldsWhere(({ isKept = true }) => isKept);

/** The published fields among them: a review on its way to readers. */
export const PUBLISHED_FIELDS: readonly PublishedField[] = fieldsWhere(
  ({ isKept = true, isPrivate = false }) => isKept && !isPrivate,
);

/** The names of the fields whose spec passes a test, in their order. */
export function fieldsWhere<Name extends FieldName>(test: (spec: FieldSpec) => boolean): Name[] {
  const names = Object.keys(REVIEW_FIELDS) as FieldName[];
  return names.filter((name): name is Name => test(REVIEW_FIELDS[name]));
}

/** Where a field stands in the JSON of a review: under a key of its own, or in a group. */
export interface JsonPlace {
  readonly group: GroupName | null;
  readonly key: string;
}

/** The place of a field that has one in JSON. */
export function placeOf(name: FieldName): JsonPlace {
  const { json = name }: FieldSpec = REVIEW_FIELDS[name];
  const [first = "", second] = json.split(".");
  return second === undefined ? { group: null, key: first } : { group: first as GroupName, key: second };
}
