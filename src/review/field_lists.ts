/**
 * The list of fields, looked at in one respect or another.
 *
 * @module
 */
import type { FieldSpec } from "./field_spec.ts";
import type {
  DraftField,
  FieldName,
  GivenField,
  GroupName,
  KeptField,
  PublicField,
  PublishedField,
  SaidField,
} from "./field_types.ts";
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

/** The fields that an import may give. */
export const GIVEN_FIELDS: readonly GivenField[] = fieldsWhere(({ origin }) => origin !== "computed");

/** The fields of a draft. */
export const DRAFT_FIELDS: readonly DraftField[] = fieldsWhere(
  ({ origin, isKept = true }) => origin !== "computed" && isKept,
);

/** The fields that any import may give: what a review says, how it was verified and where it comes from. */
export const SAID_FIELDS: readonly SaidField[] = fieldsWhere(
  ({ origin = "given", isKept = true }) => origin === "given" && isKept,
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
