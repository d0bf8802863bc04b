/** The entries by which the public log fixes the figures of quarters that are over. */

import { base64, canonicalJson, type Entry, type QuarterEntry, rootOf } from "../log/mod.ts";
import { calendarDateAt, type KeptRecord, noCounts, type RecordPeriod, startOfDay } from "../review/mod.ts";
import { quarterOf, type RecordReads } from "./count_record.ts";
import type { DecisionInput } from "./decide_invitation.ts";

const OF_JOBS = ["jobs", "invited", "not_invited", "invited_by"] as const satisfies readonly (keyof RecordPeriod)[];

/** Releases before 2.0 sealed decisions about jobs, which the next quarter has to open; their `watch-log` accepts this instead. */
const UNOPENED_SEAL = [0, base64(rootOf([]))] as const;

/** The first entry of each quarter that is over, and later corrections. `entries` are the entries `asked` and `quarter` so far. */
export function quarterEntriesOf(
  periods: readonly RecordPeriod[],
  entries: readonly Entry[],
  { now, timeZone }: Pick<DecisionInput, "now" | "timeZone">,
): QuarterEntry[] {
  const current = quarterOf(calendarDateAt(now, timeZone));
  const logged = new Map<string, QuarterEntry>();
  let open: Entry[] = [];
  for (const entry of entries) {
    if (entry.act === "asked") open.push(entry);
    if (entry.act !== "quarter") continue;
    logged.set(entry.period, entry);
    open = open.slice(entry.seals.length);
  }
  const due: QuarterEntry[] = [];
  // A restored backup may know nothing of jobs that the log has counted.
  const known = new Set(periods.map(({ period }) => period));
  const gone = [...logged.keys()].filter((period) => !known.has(period)).map((period) => ({ period, ...noCounts() }));
  const over = [...periods, ...gone]
    .filter(({ period }) => period < current)
    .sort((one, other) => (one.period < other.period ? -1 : 1));
  for (const { period, ...figures } of over) {
    const before = logged.get(period)?.figures;
    if (before === undefined) {
      const end = startOfDay(firstDayAfter(period), timeZone);
      const made = open.filter(({ at }) => at < end);
      open = open.slice(made.length);
      due.push({ act: "quarter", period, figures, seals: made.map(() => UNOPENED_SEAL) });
    } else if (canonicalJson(before) !== canonicalJson(figures)) {
      const isOfJobs = OF_JOBS.some((name) => canonicalJson(before[name]) !== canonicalJson(figures[name]));
      due.push({ act: "quarter", period, figures, seals: [], reason: isOfJobs ? "jobs" : "answers" });
    }
  }
  return due;
}

/** None while the sample is shown, which the log does not contain. */
export async function missingQuarterEntries(
  { jobs, business }: RecordReads,
  { periods }: KeptRecord,
): Promise<QuarterEntry[]> {
  const profile = (await business())?.profile;
  if (profile === undefined || profile.is_sample) return [];
  return quarterEntriesOf(periods, await jobs.quartersLogged(), { now: jobs.now, timeZone: profile.time_zone });
}

function firstDayAfter(period: string): string {
  const [year = 0, quarter = 0] = period.split("-Q").map(Number);
  return quarter === 4 ? `${year + 1}-01-01` : `${year}-${String(quarter * 3 + 1).padStart(2, "0")}-01`;
}
