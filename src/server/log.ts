/** The log of a server, over LogTape: for people or as JSON for machines, to standard error. */
import {
  configureSync,
  getJsonLinesFormatter,
  getLogger,
  getTextFormatter,
  type LogRecord,
  type Sink,
} from "@logtape/logtape";
import type { Config } from "../config.ts";
import type { Log, LogFields } from "../platform.ts";
import { visible } from "../review/text.ts";

const CATEGORY = "goodword";

export function createLog({ logLevel, logFormat }: Pick<Config, "logLevel" | "logFormat">, now: () => number): Log {
  const format = logFormat === "json" ? getJsonLinesFormatter({ properties: "flatten" }) : formatText();
  const sink: Sink = (record) => void process.stderr.write(format(record));
  configureSync({
    reset: true,
    sinks: { stderr: sink },
    loggers: [
      { category: CATEGORY, lowestLevel: logLevel === "warn" ? "warning" : logLevel, sinks: ["stderr"] },
      { category: ["logtape", "meta"], lowestLevel: "error", sinks: ["stderr"] },
    ],
  });
  const logger = getLogger(CATEGORY);
  const at =
    (level: keyof Log) =>
    (event: string, fields: LogFields = {}) => {
      logger.emit({
        level: level === "warn" ? "warning" : level,
        timestamp: now(),
        message: [event],
        rawMessage: event,
        properties: { ...fields },
      });
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** `2026-05-14 09:30:00.000 info Published revision=3 reviews=697`; foreign text is quoted, so that no line is forged. */
function formatText(): (record: LogRecord) => string {
  const withoutFields = getTextFormatter({
    timestamp: "date-time",
    format: ({ timestamp, level, message, record }) => {
      const given = Object.entries(record.properties as LogFields).filter(([, value]) => value !== undefined);
      const fields = given.map(([name, value]) => ` ${name}=${shown(value)}`);
      return `${timestamp} ${level} ${message}${fields.join("")}`;
    },
  });
  return withoutFields;
}

function shown(value: LogFields[string]): string {
  return typeof value === "string" && !/^[\w.:/@-]+$/.test(value) ? visible(JSON.stringify(value)) : String(value);
}
