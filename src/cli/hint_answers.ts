/**
 * An answer as the option it stands for.
 *
 * @module
 */
import type { ImportOptions, Scale, Wanted } from "../import/mod.ts";

type Options = Omit<ImportOptions, "today" | "timeZone">;

/** What an answer adds to the options. */
export function asOptions({ columns }: Options, { option, role }: Wanted, answer: string): Partial<Options> {
  switch (option) {
    case "column":
      return role === undefined ? {} : { columns: { ...columns, [role]: answer } };
    case "source":
      return { source: answer };
    case "as-of":
      return { asOf: answer };
    case "date-format":
      return { dateFormat: answer };
    case "scale":
      return { scale: answer as Scale };
    case "location":
      return { location: answer };
  }
}
