/** Asks the owner which column of a list of jobs means what, where their names do not show it. */
import { isPublishedEmail, listed, type PublicContacts, shortened, splitList } from "../review/mod.ts";
import { emailsIn } from "./check_fields.ts";
import type { NamedColumns } from "./columns/assign.ts";
import { JOB_COLUMNS, type JobColumn } from "./columns/job_words.ts";
import { type JobAnswers, type JobColumns, quoted } from "./job_columns.ts";
import { looksLikeStatus } from "./job_status.ts";
import { type InputQuestion, NeedsInput } from "./problem.ts";

type Row = readonly string[];

interface Rows {
  readonly sample: readonly Row[];
  readonly options: JobAnswers;
}

/** @throws {NeedsInput} if no column is the day or the customer */
export function requireJobColumns(
  header: readonly string[],
  { roles }: NamedColumns<JobColumn>,
  sample: readonly Row[],
): void {
  const names = [roles.customer, roles.firstName, roles.lastName, roles.email, roles.telephone];
  const isNamed = names.some((role) => role !== undefined);
  const exists = { date: roles.date !== undefined, customer: isNamed };
  const questions = (["date", "customer"] as const).flatMap((role): InputQuestion[] => {
    if (exists[role]) return [];
    const known = splitList(JOB_COLUMNS.find((row) => row.role === role)?.names ?? "")
      .slice(0, 4)
      .join(", ");
    const message = `No column for the ${role}; name it one of ${known}. Nothing was changed`;
    return [{ option: "column", role, question: QUESTIONS[role], message, ...columnsToChoose(header, sample) }];
  });
  if (questions.length > 0) throw new NeedsInput(questions);
}

const QUESTIONS = {
  date: "Which column is the day on which a job was finished?",
  customer: "Which column is the customer's name?",
};

/** Asks about a column with the values of a status if no column is named like one. @throws {NeedsInput} */
export function requireKnownStatus(header: readonly string[], columns: JobColumns, { sample, options }: Rows): void {
  if (isAnswered("status", options)) return;
  if (columns.statuses.some(({ kind }) => kind === "status" || kind === "visit")) return;
  const isStatus = (index: number) => looksLikeStatus(header[index] ?? "", cellsOf(sample, index));
  const index = unreadColumns(header, columns).find(isStatus);
  if (index === undefined) return;
  throw new NeedsInput([
    questionAbout(header, sample, index, {
      role: "status",
      is: "it is",
      what: "the status of each job",
      why: "has values of a status",
    }),
  ]);
}

/** Asks which column is the customer's e-mail address if some have addresses and none is named for it. */
export function requireKnownEmail(
  header: readonly string[],
  columns: JobColumns,
  { sample, options, contacts }: Rows & { readonly contacts: PublicContacts | undefined },
): void {
  if (isAnswered("email", options) || columns.roles.email !== undefined) return;
  const isCustomers = (cell: string) =>
    emailsIn(cell).some((address) => contacts === undefined || !isPublishedEmail(address, contacts));
  const found = unreadColumns(header, columns).filter((index) => {
    const cells = cellsOf(sample, index);
    return cells.some(isCustomers) && cells.filter(isCustomers).length * 2 >= cells.length;
  });
  const names = found.map((index) => header[index] ?? "");
  const [column] = names;
  if (column === undefined) return;
  const have =
    names.length === 1 ? `The column ${quoted(column)} has` : `The columns ${listed(names.map(quoted))} have`;
  const answer = `--column ${quoted(`email=${column}`)}, or --column email= if none is the customer's`;
  throw new NeedsInput([
    {
      option: "column",
      role: "email",
      about: { column, value: quoted(firstValue(sample, found[0] ?? 0) ?? "") },
      question: "Which column is the customer's e-mail address?",
      message: `${have} e-mail addresses; answer once with ${answer}. Nothing was changed`,
      choices: names,
      examples: found.map((index) => `${header[index]}: ${firstValue(sample, index) ?? ""}`),
    },
  ]);
}

/** Asks whether a column that is named like a reference and holds words, such as "Job" beside "Invoice", names the work. */
export function requireKnownService(
  header: readonly string[],
  { roles, doubted }: JobColumns,
  { sample, options }: Rows,
): void {
  const index = doubted.find(({ role }) => role === "invoice")?.index;
  if (isAnswered("service", options) || roles.service !== undefined || index === undefined) return;
  throw new NeedsInput([
    questionAbout(header, sample, index, {
      role: "service",
      is: "they are",
      what: "the work that was done",
      why: "is named like a reference and has words",
    }),
  ]);
}

function unreadColumns(header: readonly string[], { roles, statuses, consents }: JobColumns): number[] {
  const read = new Set([...Object.values(roles), ...statuses, ...consents].map((each) => each.index));
  return [...header.keys()].filter((index) => !read.has(index));
}

function isAnswered(role: JobColumn, { columns, remembered }: JobAnswers): boolean {
  return (columns?.[role] ?? remembered?.columns?.[role]) !== undefined;
}

interface ColumnDoubt {
  readonly role: JobColumn;
  readonly what: string;
  /** "it is" or "they are", before {@link ColumnDoubt.what}. */
  readonly is: string;
  readonly why: string;
}

function questionAbout(
  header: readonly string[],
  sample: readonly Row[],
  index: number,
  { role, what, is, why }: ColumnDoubt,
): InputQuestion {
  const column = header[index] ?? "";
  const name = JSON.stringify(column);
  const shown = [...new Set(cellsOf(sample, index))].slice(0, 5).map((value) => JSON.stringify(shortened(value, 40)));
  const answer = `--column ${JSON.stringify(`${role}=${column}`)} if ${is} ${what}, or --column ${role}= if ${is} not`;
  return {
    option: "column",
    role,
    about: { column, value: shown.join(", ") },
    question: `Which column is ${what}? ${name} has ${listed(shown)}`,
    message: `The column ${name} ${why}: ${listed(shown)}; answer once with ${answer}. Nothing was changed`,
    ...columnsToChoose(header, sample),
  };
}

function columnsToChoose(header: readonly string[], sample: readonly Row[]) {
  return {
    choices: header.filter((column) => column !== ""),
    examples: header.map((column, index) => `${column}: ${firstValue(sample, index) ?? ""}`),
  };
}

function cellsOf(sample: readonly Row[], index: number): string[] {
  return sample.flatMap((row) => row[index] || []);
}

export function firstValue(sample: readonly Row[], index: number): string | null {
  return sample.map((row) => row[index]).find((cell) => cell) ?? null;
}
