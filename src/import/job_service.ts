/** Asks about a column that is named like a reference and holds words, such as "Job" beside "Invoice". */
import { listed, shortened } from "../review/mod.ts";
import { firstValue, type JobAnswers, type JobColumns } from "./job_columns.ts";
import { NeedsInput } from "./problem.ts";

/** Asks whether it names the work if no other column does. @throws {NeedsInput} */
export function requireKnownService(
  header: readonly string[],
  { roles, doubted }: JobColumns,
  { sample, options }: { readonly sample: readonly (readonly string[])[]; readonly options: JobAnswers },
): void {
  const answered = options.columns?.service ?? options.remembered?.columns?.service;
  const index = doubted.find(({ role }) => role === "invoice")?.index;
  if (answered !== undefined || roles.service !== undefined || index === undefined) return;
  const column = header[index] ?? "";
  const cells = new Set(sample.map((row) => row[index] ?? "").filter((cell) => cell !== ""));
  const shown = [...cells].slice(0, 5).map((value) => JSON.stringify(shortened(value, 40)));
  const name = JSON.stringify(column);
  throw new NeedsInput([
    {
      ...{ option: "column", role: "service", choices: header.filter((each) => each !== "") },
      about: { column, value: shown.join(", ") },
      question: `Which column is the work that was done? ${name} has ${listed(shown)}`,
      message: `The column ${name} is named like a reference and has words: ${listed(shown)}; answer once with --column ${JSON.stringify(`service=${column}`)} if they are the work that was done, or --column service= if they are not. Nothing was changed`,
      examples: header.map((each, at) => `${each}: ${firstValue(sample, at) ?? ""}`),
    },
  ]);
}
