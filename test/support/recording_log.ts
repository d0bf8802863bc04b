import type { Log, LogFields } from "../../src/platform.ts";

export interface RecordingLog extends Log {
  readonly lines: { readonly level: string; readonly event: string; readonly fields: LogFields }[];
}

/** Keeps what is logged, for tests that look at it. */
export function createRecordingLog(): RecordingLog {
  const lines: RecordingLog["lines"] = [];
  const at =
    (level: string) =>
    (event: string, fields: LogFields = {}) =>
      void lines.push({ level, event, fields });
  return { lines, debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
