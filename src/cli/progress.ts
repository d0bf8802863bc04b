/** How far a long step has come: a bar with rate and time left on a terminal, now and then a plain line elsewhere. */
import { NO_PROGRESS, type Progress, type StepName } from "../owner/run_import.ts";
import { groupedDigits } from "../review/mod.ts";
import type { CommandContext } from "./command.ts";

const REDRAW_MS = 100;
const LINE_MS = 5000;
/** Number of reviews between two readings of the clock. */
const STRIDE = 64;

const STEPS: Readonly<Record<StepName, string>> = {
  analyse: "Analysing",
  save: "Saving",
  analyse_again: "Analysing again",
  move: "Moving",
};

export function createProgress(context: Pick<CommandContext, "columns" | "now" | "warn">, isSilent: boolean): Progress {
  if (isSilent) return NO_PROGRESS;
  const { columns, now, warn } = context;
  const pauseMs = columns === null ? LINE_MS : REDRAW_MS;
  const show = (text: string) => warn(columns === null ? `${text}\n` : `\r\u001b[K${text.slice(0, columns - 1)}`);
  return {
    step(name, total) {
      const startedAt = now();
      let shownAt = startedAt;
      let asked = 0;
      return (done) => {
        if (done - asked < STRIDE && done !== total) return;
        asked = done;
        const at = now();
        if (at - shownAt < pauseMs) return;
        shownAt = at;
        show(describeProgress({ name: STEPS[name], done, total, elapsedMs: at - startedAt }, columns));
      };
    },
    end: () => {
      if (columns !== null) warn("\r\u001b[K");
    },
  };
}

interface StepProgress {
  readonly name: string;
  readonly done: number;
  readonly total: number;
  readonly elapsedMs: number;
}

const WIDEST_BAR = 24;
const NARROWEST_BAR = 6;

/** `Saving   [######------]  52,000 of 100,000, 34,000/s, 2 s left`; without the bar where there is no terminal. */
function describeProgress({ name, done, total, elapsedMs }: StepProgress, columns: number | null): string {
  const perSecond = elapsedMs === 0 ? 0 : (done * 1000) / elapsedMs;
  const left = perSecond === 0 ? "" : `, ${Math.ceil((total - done) / perSecond)} s left`;
  const figures = `${groupedDigits(done)} of ${groupedDigits(total)}, ${groupedDigits(Math.round(perSecond))}/s${left}`;
  if (columns === null) return `${name} ${figures}`;
  const room = columns - name.length - figures.length - " [] ".length - 1;
  const width = Math.max(NARROWEST_BAR, Math.min(WIDEST_BAR, room));
  const filled = total === 0 ? width : Math.floor((done / total) * width);
  return `${name} [${"#".repeat(filled)}${"-".repeat(width - filled)}] ${figures}`;
}
