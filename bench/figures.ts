/** Figures of a bench, each beside its goal, as a plain table or as JSON. */

/** What a figure should be: a bound for its ratio where it is measured beside something else, else for itself. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number };

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The same of what it is measured beside. */
  readonly beside?: { readonly name: string; readonly value: number };
  /** How it compares; the bench's goal shows which direction is better. */
  readonly ratio?: number;
  /** The lower and the upper quartile of the rounds' ratios, where the bench reports them. */
  readonly quartiles?: readonly [lower: number, upper: number];
  /** Left out where DESIGN has none: the figure explains another. */
  readonly goal?: Goal;
}

/** How much a run measures. */
export interface BenchOptions {
  /** Large sizes and more rounds. */
  readonly isFull: boolean;
}

export interface PartReport {
  readonly part: string;
  readonly figures: readonly Figure[];
  /** What the reader has to know: what was skipped, what a figure leaves out. */
  readonly notes: readonly string[];
}

/** Whether a figure is as good as wished; null without a goal. */
export function isMet({ value, ratio, goal }: Figure): boolean | null {
  if (goal === undefined) return null;
  const judged = ratio ?? value;
  return "atLeast" in goal ? judged >= goal.atLeast : judged <= goal.atMost;
}

/** The report of a part as lines of text. */
export function tableOf({ part, figures, notes }: PartReport): string {
  const cells = figures.map((figure) => [
    figure.name,
    `${plain(figure.value)} ${figure.unit}`,
    figure.beside ? `${figure.beside.name} ${plain(figure.beside.value)}` : "",
    ratioText(figure),
    goalText(figure.goal),
    verdict(figure),
  ]);
  const rows = [["", "measured", "beside", "ratio", "goal", ""], ...cells];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join("  ")
      .trimEnd(),
  );
  return [`\n${part}`, ...(figures.length > 0 ? lines : []), ...notes.map((note) => `! ${note}`)].join("\n");
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

/** The value below which `share` of the numbers lie. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function geometricMean(numbers: readonly number[]): number {
  return Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length);
}

function ratioText({ ratio, quartiles }: Figure): string {
  if (ratio === undefined) return "";
  return quartiles === undefined ? plain(ratio) : `${plain(ratio)} (${quartiles.map(plain).join(" to ")})`;
}

function verdict(figure: Figure): string {
  const met = isMet(figure);
  return met === null ? "" : met ? "met" : "missed";
}

function goalText(goal: Goal | undefined): string {
  if (goal === undefined) return "";
  return "atLeast" in goal ? `>= ${goal.atLeast}` : `<= ${goal.atMost}`;
}

/** Three digits, or all of a larger whole number. */
function plain(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en-US") : String(Number(value.toPrecision(3)));
}
