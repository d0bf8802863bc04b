/** Reads the environment at start: a complete configuration, or every problem at once. */
import { GoodwordError } from "./errors.ts";
import { isPublicAddress } from "./http/request.ts";
import type { HubSettings } from "./hub/mod.ts";
import {
  bytesOf,
  decodable,
  durationOf,
  ESCAPES,
  linkKeyOf,
  mailboxOf,
  originsOf,
  partsBetweenCommas,
  proxiesOf,
  retryDelaysOf,
  smtpUrlOf,
  webhookSecretsOf,
  webhookUrlOf,
  wholeNumberOf,
  withPassword,
} from "./setting_values.ts";

export const DEFAULT_DATABASE_URL = "file:data/goodword.sqlite";

export type Config = Readonly<ReturnType<typeof readSettings>>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings of earlier releases, which are ignored, and what to do instead. */
export const REMOVED_SETTINGS: Readonly<Record<string, string>> = {
  SHARE_PORT:
    "a restart takes under two seconds; a proxy or systemd-socket-proxyd can hold connections until then, and several servers need PostgreSQL",
  WITNESSES: "checkpoints are no longer cosigned; let others run goodword watch-log, and compare their files",
};

/** The configuration of an environment. @throws {GoodwordError} `usage`, one problem a line */
export function readConfig(environment: Environment): Config {
  const problems: string[] = [];
  const config = readSettings(new Reader(environment, problems));
  const { leaseMinSeconds: least, leaseDefaultSeconds: usual, leaseMaxSeconds: most } = config.hub;
  if (least > usual || usual > most) {
    problems.push(`HUB_LEASE_*_SECONDS are ${least}, ${usual} and ${most}, expected min <= default <= max`);
  }
  const { mode, smtpUrl, mailFrom, linkKey } = config.invitations;
  const mails = mode === "mail" ? "INVITATIONS=mail" : config.notices.mail === null ? null : "NOTICE_MAIL";
  for (const [name, value] of Object.entries({ SMTP_URL: smtpUrl, MAIL_FROM: mailFrom })) {
    if (mails !== null && value === null) problems.push(`${name} is not set, expected with ${mails}`);
  }
  if (config.notices.webhook?.secrets.length === 0) {
    problems.push(
      "NOTICE_WEBHOOK_SECRET is not set, expected with NOTICE_WEBHOOK; docs/operating.md explains how to make one",
    );
  }
  if (mode !== "off" && linkKey === null && keyFilesOf(config.databasePath) === null) {
    problems.push("LINK_KEY is not set, expected with INVITATIONS on PostgreSQL; openssl rand -hex 32 makes one");
  }
  if (problems.length > 0) throw new GoodwordError("usage", problems.join("\n"));
  return config;
}

export function knownSettings(): { readonly usual: ReadonlyMap<string, string>; readonly secrets: readonly string[] } {
  const read = new Reader({}, []);
  readSettings(read);
  return read;
}

function readSettings(read: Reader) {
  const port = read.integer("PORT", 3000, 0, 65_535);
  const baseUrl = read.parsed("BASE_URL", localAddress(port), baseUrlOf);
  return {
    host: read.text("HOST", "0.0.0.0"),
    port,
    /** Absolute, without a trailing slash. Every link starts with it. */
    baseUrl,
    /** Path of the SQLite file, or URL of the PostgreSQL database; with many businesses see {@link holdsMany}. */
    databasePath: read.parsed("DATABASE_URL", DEFAULT_DATABASE_URL, databasePathOf),
    /** The memory for open stores and publications of many businesses, in bytes; null for half of the machine's. */
    memoryLimit: read.optional("MEMORY_LIMIT", bytesOf),
    /** The folder of publications; null for a file next to each database. */
    publicationFolder: read.optional("PUBLICATION_DIR", (text) => text),
    seed: read.choice("GOODWORD_SEED", "sample", ["sample", "none"]) === "sample",
    hub: {
      allowPrivateCallbacks: read.choice("HUB_ALLOW_PRIVATE_CALLBACKS", "false", ["true", "false"]) === "true",
      retryDelaysSeconds: read.parsed("HUB_RETRY_DELAYS_SECONDS", "60,600", retryDelaysOf),
      deliveryTimeoutSeconds: read.integer("HUB_DELIVERY_TIMEOUT_SECONDS", 10, 1, 300),
      leaseMinSeconds: read.integer("HUB_LEASE_MIN_SECONDS", 300, 1, 31_536_000),
      leaseDefaultSeconds: read.integer("HUB_LEASE_DEFAULT_SECONDS", 864_000, 1, 31_536_000),
      leaseMaxSeconds: read.integer("HUB_LEASE_MAX_SECONDS", 2_592_000, 1, 31_536_000),
      concurrency: read.integer("HUB_CONCURRENCY", 64, 1, 200),
    } satisfies HubSettings,
    /** The work per minute and client address, in requests, on search, /mcp and the hub; 0 for no limit. */
    rateLimitPerMinute: read.integer("RATE_LIMIT_PER_MINUTE", 0, 0, 1_000_000),
    shutdownNoticeSeconds: read.integer("SHUTDOWN_NOTICE", 0, 0, 300),
    /** Addresses and CIDR ranges of proxies whose X-Forwarded-For counts. */
    trustProxy: read.parsed("TRUST_PROXY", "", proxiesOf),
    /** Origins of web pages that may connect to /mcp, besides our own and those on the same machine; "*" for all. */
    mcpAllowedOrigins: read.parsed("MCP_ALLOWED_ORIGINS", isPublicAddress(baseUrl) ? "*" : "none", originsOf),
    invitations: readInvitations(read),
    notices: readNotices(read),
    /** How long after the last import of a file the inbox reminds of a new one; null for never. */
    exportReminderMs: read.parsed("EXPORT_REMINDER", "90d", (text) => (text === "off" ? null : durationOf(text))),
    backups: readBackups(read),
    /** The folder of the keys of many businesses on one PostgreSQL server, whose file names begin with the id. */
    keysFolder: read.text("KEYS_DIR", DEFAULT_KEYS_FOLDER),
    /** The key that signs the transparency log, instead of the file next to the database; see `owner/log_key.ts`. */
    logKey: read.secret("LOG_KEY", (text) => text),
    console: readConsole(read),
    logLevel: read.choice("LOG_LEVEL", "info", ["debug", "info", "warn", "error"]),
    logFormat: read.choice("LOG_FORMAT", "text", ["text", "json"]),
  };
}

function readInvitations(read: Reader) {
  return {
    mode: read.choice("INVITATIONS", "off", ["off", "links", "mail"]),
    /** URL of the mail server, with its password; null when none is set. */
    smtpUrl: withPassword(
      read.secret("SMTP_URL", smtpUrlOf),
      read.secret("SMTP_PASSWORD", (text) => text),
    ),
    /** Sender, as "Name <reviews@example.com>" or an address alone. */
    mailFrom: read.optional("MAIL_FROM", mailboxOf),
    /** Domains that each of many businesses may use in its sender, besides that of its own address. */
    mailFromDomains: read.parsed("MAIL_FROM_DOMAINS", "", partsBetweenCommas),
    mailReplyTo: read.optional("MAIL_REPLY_TO", mailboxOf),
    mailPerDay: read.integer("MAIL_PER_DAY", 200, 1, 1_000_000),
    /** Counted from the time of the job, otherwise from the end of its day in the business's time zone. */
    inviteAfterMs: read.parsed("INVITE_AFTER", "1d", durationOf),
    remindAfterMs: read.parsed("REMIND_AFTER", "7d", durationOf),
    expiresAfterMs: read.parsed("INVITATION_EXPIRES", "90d", durationOf),
    contactsKeptMs: read.parsed("CONTACTS_KEPT", "180d", durationOf),
    /** What authors are given for a review, in the owner's words; null for nothing. */
    incentive: read.optional("INCENTIVE", (text) => text),
    /** The key of links; null if it is in a file next to the database. */
    linkKey: read.secret("LINK_KEY", linkKeyOf),
  };
}

function readNotices(read: Reader) {
  const mail = read.optional("NOTICE_MAIL", mailboxOf);
  const url = read.secret("NOTICE_WEBHOOK", webhookUrlOf);
  // Several secrets sign while one replaces another.
  const secrets = read.secret("NOTICE_WEBHOOK_SECRET", webhookSecretsOf) ?? [];
  return { mail, webhook: url === null ? null : { url, secrets } };
}

function readBackups(read: Reader) {
  const folder = read.optional("BACKUP_DIR", (text) => text);
  const everyMs = read.parsed("BACKUP_EVERY", "1d", backupPeriodOf);
  const keep = read.integer("BACKUP_KEEP", 14, 1, 10_000);
  return folder === null ? null : { folder, everyMs, keep };
}

function backupPeriodOf(text: string): number {
  const periodMs = durationOf(text);
  if (periodMs >= 60_000) return periodMs;
  throw new Error("a duration of at least 1m, such as 6h or 1d");
}

const CONSOLE_PORT = 3080;

function readConsole(read: Reader) {
  const given = read.optional("CONSOLE_PORT", (text) => (text === "off" ? text : wholeNumberOf(text, 0, 65_535)));
  const port = given === "off" ? null : (given ?? CONSOLE_PORT);
  return {
    port,
    /** Whether the owner set the port, which then has to be free. */
    isPortSet: typeof given === "number",
    host: read.text("CONSOLE_HOST", "127.0.0.1"),
    /** Absolute, without a trailing slash. */
    url: read.parsed("CONSOLE_URL", localAddress(port ?? CONSOLE_PORT), consoleUrlOf),
  };
}

/** The configuration once a port is taken: `PORT=0` leaves the choice to the system, and the default address follows. */
export function withPort(config: Config, port: number): Config {
  const isDefault = config.baseUrl === localAddress(config.port);
  return { ...config, port, baseUrl: isDefault ? localAddress(port) : config.baseUrl };
}

/** The console's address once its port is taken, by the same rule. */
export function consoleUrlAt({ console: { port, url } }: Config, taken: number): string {
  return url === localAddress(port ?? taken) ? localAddress(taken) : url;
}

function localAddress(port: number): string {
  return `http://localhost:${port}`;
}

/** Whether a database is on a PostgreSQL server rather than a file. */
export function isServerUrl(database: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(database);
}

/** The prefix of the key files of a database; null on a server with one business, whose keys the environment sets. */
export function keyFilesOf(database: string): string | null {
  if (!isServerUrl(database)) return database;
  return new URL(database).searchParams.get("keys");
}

/** The file of the keys that sign the transparency log; null if the environment sets them. */
export function logKeyFileOf(database: string): string | null {
  const files = keyFilesOf(database);
  return files === null ? null : `${files}.log-key`;
}

export const DEFAULT_KEYS_FOLDER = "data/keys";

/** The name of a database for display, without a password. */
export function shownDatabase(database: string): string {
  if (!isServerUrl(database) || !URL.canParse(database)) return database;
  const url = new URL(database);
  url.password = "";
  url.search = "";
  return url.href;
}

/** The path of `file:data/goodword.sqlite`, `file:///srv/goodword.sqlite` or a plain path. */
export function databasePathOf(url: string): string {
  if (url === "") throw new Error("a path, such as file:data/goodword.sqlite");
  if (/^(file:)?:memory:/.test(url)) throw new Error("a file, since several processes and threads share it");
  if (isServerUrl(url))
    return decodable(url, `a URL such as postgres://user:password@db.example.com/goodword; ${ESCAPES}`);
  if (/^folder:./.test(url)) return url;
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(url) && !url.startsWith("file://")) {
    throw new Error("a file, such as file:data/goodword.sqlite, or a postgres:// URL");
  }
  if (url.startsWith("file://")) {
    const expected = "a file URL such as file:///srv/goodword.sqlite, with a % in the path written as %25";
    return decodeURIComponent(new URL(decodable(url, expected)).pathname);
  }
  return url.startsWith("file:") ? url.slice("file:".length) : url;
}

/** Whether a database contains many businesses: a folder, or a server with `businesses=true`. */
export function holdsMany(database: string): boolean {
  return database.startsWith("folder:") || (isServerUrl(database) && /[?&]businesses=true\b/.test(database));
}

/** Normalises an absolute http(s) address. @throws {Error} naming the expected form */
export function baseUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
  if (!isPlain) throw new Error("an absolute http(s) URL without query, such as https://reviews.example.com");
  return url.href.replace(/\/+$/, "");
}

function consoleUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (!isPlain) throw new Error("an absolute http(s) URL without a path, such as https://console.example.com");
  return url.origin;
}

class Reader {
  readonly usual = new Map<string, string>();
  readonly secrets: string[] = [];

  constructor(
    private readonly environment: Environment,
    private readonly problems: string[],
  ) {}

  text(name: string, fallback: string): string {
    this.usual.set(name, fallback);
    return this.environment[name]?.trim() || fallback;
  }

  integer(name: string, fallback: number, least: number, most: number): number {
    return this.parsed(name, String(fallback), (text) => wholeNumberOf(text, least, most));
  }

  choice<T extends string>(name: string, fallback: T, choices: readonly T[]): T {
    const text = this.text(name, fallback);
    if ((choices as readonly string[]).includes(text)) return text as T;
    this.problems.push(`${name} is "${text}", expected one of ${choices.join(", ")}`);
    return fallback;
  }

  parsed<T>(name: string, fallback: string, parse: (text: string) => T): T {
    const text = this.text(name, fallback);
    try {
      return parse(text);
    } catch (error) {
      const shown = this.secrets.includes(name) || isServerUrl(text) ? "invalid" : `"${text}"`;
      this.problems.push(`${name} is ${shown}, expected ${(error as Error).message}`);
      return parse(fallback);
    }
  }

  optional<T>(name: string, parse: (text: string) => T): T | null {
    return this.parsed(name, "", (text) => (text === "" ? null : parse(text)));
  }

  /** Like {@link optional}, for a value that must not appear in messages. */
  secret<T>(name: string, parse: (text: string) => T): T | null {
    this.secrets.push(name);
    return this.optional(name, parse);
  }
}
