/** @jsxImportSource preact */
/** How the columns of files were read, with a choice for each. */
import { COLUMN_ROLES, type ColumnVerdict, JOB_VOCABULARY } from "../../import/mod.ts";
import { type ConsoleWords, messageIfAny } from "../../languages/mod.ts";
import { Badge, Form } from "../components.tsx";
import { type JobsPreview, pathOfUpload, type ReviewsPreview, type Upload, type UploadKind } from "../uploads.ts";

const ROLES = { reviews: COLUMN_ROLES, jobs: [...JOB_VOCABULARY.keys()] } as const;
/** What columns are found to be by their names and values alone. */
const FOUND = ["moderation", "place"] as const;

/** Roles that a column can be given; "" for a column that is not used. */
export function rolesFor(kind: UploadKind, { column, became }: ColumnVerdict): readonly string[] {
  if (column === "") return [];
  const isFound = FOUND.some((each) => each === became);
  return [...(isFound && became !== null ? [became] : [""]), ...ROLES[kind]];
}

/** The only table of an upload; null where there are several, since an answer about a column is for all files. */
export function soleTable(look: ReviewsPreview | JobsPreview): { readonly columns: readonly ColumnVerdict[] } | null {
  const [only, second] = tablesOf(look);
  return only === undefined || second !== undefined ? null : only;
}

function tablesOf(look: ReviewsPreview | JobsPreview) {
  return (look.kind === "reviews" ? look.understood : look.lists).filter(({ columns }) => columns.length > 0);
}

interface ColumnsShown {
  readonly upload: Upload;
  readonly look: ReviewsPreview | JobsPreview;
  /** What was chosen, where two columns were given the same role. */
  readonly chosenColumns?: readonly string[] | undefined;
}

export function columnsPart(words: ConsoleWords, { upload, look, chosenColumns = [] }: ColumnsShown) {
  const isSole = soleTable(look) !== null;
  return tablesOf(look).map(({ file, columns }) => {
    const roleOf = (verdict: ColumnVerdict, index: number) => {
      const { column, became } = verdict;
      if (!isSole || column === "") {
        return became === null ? <Badge>{words.say("import.unread")}</Badge> : describeRole(words, became);
      }
      const chosen = chosenColumns[index] ?? became ?? "";
      return (
        <select name={`column-${index}`} aria-label={words.labelled(words.say("import.became"), column)}>
          {rolesFor(upload.kind, verdict).map((role) => (
            <option value={role} selected={role === chosen}>
              {describeRole(words, role)}
            </option>
          ))}
        </select>
      );
    };
    const rows = (columns[0]?.values ?? []).map((_, row) => columns.map(({ values }) => values[row] ?? ""));
    const table = (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
      <section class="first-rows" tabIndex={0} aria-label={file}>
        <table>
          <thead>
            <tr>
              {columns.map((verdict, index) => (
                <th scope="col">
                  <span dir="auto">{verdict.column}</span>
                  {roleOf(verdict, index)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells) => (
              <tr>
                {cells.map((cell) => (
                  <td dir="auto">{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    );
    return (
      <details open={isSole}>
        <summary>{words.labelled(words.say("import.understood"), file)}</summary>
        {isSole ? (
          <Form
            action={`${pathOfUpload(upload)}/columns`}
            submit={words.say("import.readAgain")}
            state={String(upload.turn)}
          >
            {chosenColumns.length > 0 && <p class="error">{words.say("import.columnsAlike")}</p>}
            {table}
          </Form>
        ) : (
          <>
            <p class="quiet">{words.say("import.columnsOfSeveral")}</p>
            {table}
          </>
        )}
      </details>
    );
  });
}

function describeRole(words: ConsoleWords, role: string): string {
  return messageIfAny(words, `import.role.${role}`) ?? words.say("import.unread");
}
