/** The columns of a table as its owner chooses them after looking at how they were read. */
import type { ColumnVerdict } from "../import/mod.ts";
import type { Answers } from "./import_preview.ts";

const CONSENTS: Readonly<Record<string, string>> = { mayContact: "may-contact", mayNotContact: "may-not-contact" };

/** `chosen` has a role for each column, or "". Null when two columns were chosen to be the same. */
export function withChosenColumns(
  answers: Answers,
  columns: readonly Pick<ColumnVerdict, "column" | "became">[],
  chosen: readonly string[],
): Answers | null {
  const changes = columns.flatMap(({ column, became }, at) => {
    const role = chosen[at] ?? "";
    return role === (became ?? "") ? [] : [{ column, role, former: became ?? "" }];
  });
  const roles = changes.flatMap(({ role }) => (role === "" || role in CONSENTS ? [] : role));
  if (new Set(roles).size < roles.length) return null;
  const [byRole, byColumn]: Record<string, string>[] = [{}, {}] as const;
  for (const { column, role, former } of changes) {
    if (role in CONSENTS || former in CONSENTS) byColumn[column] = CONSENTS[role] ?? "something-else";
    if (former === "" || former in CONSENTS) continue;
    // Several columns may have the status of a job.
    byRole[former] = columns.find((each, at) => each.became === former && chosen[at] === former)?.column ?? "";
  }
  for (const { column, role } of changes) if (role !== "" && !(role in CONSENTS)) byRole[role] = column;
  return {
    ...answers,
    columns: { ...answers.columns, ...byRole },
    ...(Object.keys(byColumn).length > 0 && { consents: { ...answers.consents, ...byColumn } }),
  };
}
