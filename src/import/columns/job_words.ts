/** What the columns of lists of jobs can mean, and their names in `job_columns.tsv`. */
import { rowsOf } from "../../review/mod.ts";
import columnsTsv from "./job_columns.tsv" with { type: "text" };

export type JobColumn =
  | ("date" | "customer" | "firstName" | "lastName" | "email" | "telephone" | "language" | "area")
  | ("service" | "technician" | "technicianFirstName" | "technicianLastName" | "invoice")
  | ("status" | "mayContact" | "mayNotContact");

export const JOB_COLUMNS = rowsOf(columnsTsv, "role", "names");

export const JOB_STATES = ["finished", "not_finished", "cancelled"] as const;
export type JobState = (typeof JOB_STATES)[number];
