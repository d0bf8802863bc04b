/**
 * The log of a server. Its first lines wait in memory: the library that writes them takes longer to load than the feeds
 * take to be answered.
 */
import type { Config } from "../config.ts";
import type { Log, LogFields } from "../platform.ts";
import type { LogLine } from "./log_lines.ts";

/** A log that writes nothing before it is opened. */
export interface ServerLog extends Log {
  /** Writes the lines that have waited, and from then on each at once. May be called again. */
  open(): Promise<void>;
}

/** A log as configured. The one opened last decides for the process. */
export function createLog(config: Pick<Config, "logLevel" | "logFormat">, now: () => number): ServerLog {
  const waiting: LogLine[] = [];
  let write: (line: LogLine) => void = (line) => waiting.push(line);
  let opened: Promise<void> | undefined;
  const open = async () => {
    const { openLines } = await import("./log_lines.ts");
    write = openLines(config);
    for (const line of waiting.splice(0)) write(line);
  };
  const at = (level: keyof Log) => (event: string, fields?: LogFields) => {
    write({ level, timestamp: now(), event, fields });
  };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    open: () => {
      opened ??= open();
      return opened;
    },
  };
}
