/** Every command, in the order in which help lists them: its words here, and what it does in a module that is loaded when it is run. */
import { EXPORT_NAMES } from "../../review/mod.ts";
import { type Command, optionsOf } from "../command.ts";
import { JOB_COMMANDS } from "./job_commands.ts";
import { REVIEW_COMMANDS } from "./review_commands.ts";

const SECTIONS = ["aspects", "entities", "topics", "faq", "summary", "transparency"];

export const COMMANDS: readonly Command[] = [
  // Described here for help; `main.ts` starts it without coming by.
  {
    name: "serve",
    summary: "serve the reviews over HTTP (the default command)",
    details:
      "Settings come from the environment: HOST, PORT, BASE_URL, DATABASE_URL and more; see docs/configuration.md.",
    options: optionsOf({ "--port <number>": "port to listen on (default: PORT, else 3000)" }),
    examples: [["goodword serve --port 8080", "listen on another port"]],
  },
  {
    name: "up",
    isAboutAll: true,
    summary: "put the reviews on the web at a domain",
    details:
      "As root on Linux it installs the systemd unit, writes the settings to /etc/goodword/environment and a site for Caddy, which obtains " +
      "the certificate, starts both and prints the link to the console. Without systemd it starts Caddy and serves until it is stopped. " +
      "Point the domain to this machine first; ports 80, 443 and 8443 (the console) must be open.",
    options: optionsOf({
      "--domain <name>": { description: "domain of the reviews, such as reviews.example.com", required: true },
      "--dry-run": "print the steps without running them",
    }),
    examples: [["sudo goodword up --domain reviews.example.com", "reviews there, the console at port 8443"]],
    run: async (call) => (await import("./up.ts")).up(call),
  },
  {
    name: "health",
    isAboutAll: true,
    summary: "check that the server on this machine responds; exit code 1 if it does not",
    run: async (call) => (await import("./up.ts")).health(call),
  },
  {
    name: "inbox",
    summary:
      "list what needs attention: unanswered reviews, objections, near misses, possible duplicates, bounced mail",
    run: async (call) => (await import("./inbox.ts")).inbox(call),
    subcommands: [
      {
        name: "dismiss",
        summary: "dismiss a surge of one-star reviews from the inbox",
        act: async () => (await import("../../owner/inbox_dismiss.ts")).dismissSurge,
      },
    ],
  },
  {
    name: "settle",
    summary: "close an objection or report without changing the review",
    act: async () => (await import("../../owner/settle.ts")).settle,
  },
  {
    name: "mentions",
    summary: "show or correct which technicians, services and areas a review mentions",
    act: async () => (await import("../../owner/mentions.ts")).mentions,
  },
  ...REVIEW_COMMANDS,
  ...JOB_COMMANDS,
  {
    name: "log",
    summary: "show changes, latest first",
    details: "Every change is recorded as it is made; the log is append-only.",
    options: optionsOf({
      "--review <id>": "only changes of one review",
      "--limit <number>": "maximum number to show (default: 20)",
    }),
    run: async (call) => (await import("./log.ts")).showLog(call),
  },
  {
    name: "stats",
    summary: "show statistics of the stored reviews",
    run: async (call) => (await import("./list.ts")).stats(call),
  },
  {
    name: "export",
    summary: "write all published reviews to a file",
    details:
      "Byte for byte what /reviews.json, /reviews.csv or /reviews.ndjson serve. Importing the file again changes nothing. " +
      "Links are built from BASE_URL. For everything, including withheld reviews, use goodword backup.",
    arguments: [{ name: "[file]", description: "file to write (default: standard output)" }],
    options: optionsOf({
      "--format <format>": {
        description: "output format (default: by the file's extension, else json)",
        choices: EXPORT_NAMES,
      },
    }),
    run: async (call) => (await import("./database.ts")).exportReviews(call),
  },
  {
    name: "publish",
    summary: "write the whole site as files, for any host that only serves files",
    details:
      "Pages, documents, feeds, badges and the log with its tiles, as a server would serve them at BASE_URL, with headers for Netlify, " +
      "Cloudflare Pages and Apache. Left out, and linked from nowhere: search, forms, the API's search, the hub and MCP. Called " +
      "again, it writes what has changed. A folder with anything else in it is refused.",
    arguments: [{ name: "<folder>", description: "folder to write; created if it does not exist" }],
    run: async (call) => (await import("./publish.ts")).publish(call),
  },
  {
    name: "backup",
    summary: "write a complete copy of the database, even while the server runs",
    act: async () => (await import("../../owner/backup.ts")).makeBackup,
    unless: {
      flag: "list",
      description: "list the backups in BACKUP_DIR instead, newest first",
      run: async (call) => (await import("./database.ts")).backupsList(call),
    },
  },
  {
    name: "recover",
    summary: "restore a backup, while the server is stopped",
    details:
      "Does not ask for confirmation. What was erased since the backup is erased again, unsubscribed addresses stay unsubscribed, " +
      "and the replaced database is kept. A file with a changed byte is refused. For PostgreSQL, set DATABASE_URL to an empty database.",
    arguments: [{ name: "<file>", description: "the backup" }],
    options: optionsOf({
      "--rehearse": "show what would be lost and what stays erased, and change nothing",
      "--unsealed": "accept a copy without a seal, as from an older release or another program",
    }),
    examples: [
      ["goodword recover --rehearse goodword-2026-11-24T030000Z.sqlite", "check a backup first"],
      ["goodword recover goodword-2026-11-24T030000Z.sqlite", "restore it"],
    ],
    run: async (call) => (await import("./database.ts")).recoverFrom(call),
  },
  {
    name: "move",
    summary: "copy everything into an empty database: from a file to PostgreSQL, or back",
    details:
      "Copies everything stored: withheld reviews, removals, proofs, judgements, the log, the data for undo, subscriptions and " +
      "keys. Documents and exports stay byte for byte the same, as do the ids of feed entries and MCP sessions. " +
      "First stop the servers and imports of the source; it is only read. " +
      "An interrupted move leaves the target empty: start it again.",
    arguments: [
      { name: "<from>", description: "database to read: file:PATH, a path, or postgres://..." },
      { name: "<to>", description: "database to fill, which must be empty; a file is created" },
    ],
    examples: [
      ["goodword move file:data/goodword.sqlite postgres://goodword@db.example/goodword", "from the file to a server"],
      ["goodword move postgres://goodword@db.example/goodword file:goodword.sqlite", "and back"],
    ],
    run: async (call) => (await import("./database.ts")).move(call),
  },
  {
    name: "doctor",
    isAboutAll: "each",
    summary: "check the installation for problems",
    details:
      "Checks the settings, the database, the business, the reviews and the documents built from them, and changes nothing. " +
      "Exit code 1 if there is a problem, else 0.",
    run: async (call) => (await import("./doctor.ts")).doctor(call),
  },
  {
    name: "log-key",
    summary: "manage the key that signs the public log",
    subcommands: [
      {
        name: "new",
        summary: "sign the log with a new key, and with the old one if present",
        details:
          "With an SQLite file the key is in DATABASE.log-key and the server signs with the new one at once. With LOG_KEY or " +
          "PostgreSQL it prints the LOG_KEY to set, and changes nothing.",
        run: async (call) => (await import("./transparency_log.ts")).newKey(call),
      },
    ],
  },
  {
    name: "insights",
    summary: "inspect the insights and their evidence",
    subcommands: [
      {
        name: "show",
        summary: "show the insights as in /insights.json",
        arguments: [{ name: "[section]", description: "only a section", choices: SECTIONS }],
        run: async (call) => (await import("./insights.ts")).insightsShow(call),
      },
      {
        name: "explain",
        summary: "show which words of a review led to which judgement",
        arguments: [{ name: "<id>", description: "id of the review" }],
        run: async (call) => (await import("./insights.ts")).explain(call),
      },
      {
        name: "audit",
        summary:
          "list expressions that the stars of their reviews contradict; `goodword insights overrides --mute` mutes them",
        run: async (call) => (await import("./insights.ts")).audit(call),
      },
      {
        name: "overrides",
        summary: "list, mute or unmute expressions that mislead in your trade",
        act: async () => (await import("../../owner/insights.ts")).overrides,
      },
      {
        name: "suggest",
        summary: "suggest names of technicians that the catalog does not list",
        run: async (call) => (await import("./insights.ts")).suggest(call),
      },
    ],
  },
  {
    name: "business",
    summary: "manage the businesses of a server that hosts many",
    subcommands: [
      {
        name: "add",
        summary: "add a business with a database of its own",
        act: async () => (await import("../../owner/businesses.ts")).addBusiness,
      },
      {
        name: "list",
        summary: "list all businesses with their addresses",
        isAboutAll: true,
        run: async (call) => (await import("./business.ts")).listBusinesses(call),
      },
      {
        name: "move",
        summary: "change the address of a business",
        act: async () => (await import("../../owner/businesses.ts")).moveBusiness,
      },
      {
        name: "rename",
        summary: "change the id of a business",
        act: async () => (await import("../../owner/businesses.ts")).renameBusiness,
      },
      {
        name: "remove",
        summary: "stop serving a business; its database is kept aside, not erased",
        act: async () => (await import("../../owner/businesses.ts")).removeBusiness,
      },
    ],
  },
  {
    name: "settings",
    summary: "list and change the settings of a business",
    details:
      "They have the names of environment variables, which take precedence where the server sets them. A change is checked as a " +
      "server checks its environment, and takes effect on a running one within a second. With many businesses, each has its own.",
    subcommands: [
      {
        name: "list",
        isAboutAll: "settings",
        summary: "list settings; secrets are shown only as set or not set",
        run: async (call) => (await import("./settings.ts")).settingsList(call),
      },
      {
        name: "set",
        summary: "change one or several settings",
        act: async () => (await import("../../owner/settings.ts")).setSettings,
      },
      {
        name: "unset",
        summary: "reset a setting to its default",
        act: async () => (await import("../../owner/settings.ts")).unsetSetting,
      },
      {
        name: "test",
        summary: "send a test message through the mail server",
        act: async () => (await import("../../owner/send_test_mail.ts")).testMail,
      },
    ],
  },
  {
    name: "console",
    summary: "manage access to the console, the owner's pages in a browser",
    details: "The server serves it at CONSOLE_URL (http://localhost:3080 unless set), never on its public port.",
    subcommands: [
      {
        name: "link",
        isAboutAll: "people",
        summary: "print a link that works once, for 15 minutes; for a new user for three days",
        details:
          "Without options it is for the first owner, like the link that the server logs when it starts. Pass it on yourself.",
        options: optionsOf({
          "--for <name>": "for a user who has lost their password or passkey",
          "--role <role>": {
            description: "for a new user: an owner can do everything, a reader can only view",
            choices: ["owner", "reader"],
          },
        }),
        examples: [["goodword console link --for Amy", "Amy chooses a new password"]],
        run: async (call) => (await import("./console.ts")).consoleLink(call),
      },
      {
        name: "people",
        isAboutAll: "people",
        summary: "list users",
        run: async (call) => (await import("./console.ts")).people(call),
      },
      {
        name: "revoke",
        summary: "log a user out everywhere and revoke their access",
        act: async () => (await import("../../owner/console_revoke.ts")).revoke,
      },
    ],
  },
  {
    name: "notices",
    summary: "list notices sent by NOTICE_MAIL and NOTICE_WEBHOOK, and test both",
    subcommands: [
      {
        name: "list",
        summary: "list recent notices, latest first, with their outcome",
        options: optionsOf({ "--limit <number>": "maximum number to show (default: 20)" }),
        run: async (call) => (await import("./notices.ts")).noticesList(call),
      },
      {
        name: "test",
        summary: "send a test through each configured channel, and wait for the result",
        act: async () => (await import("../../owner/notices.ts")).testNotices,
      },
    ],
  },
  {
    name: "hub",
    summary: "manage WebSub subscriptions",
    subcommands: [
      {
        name: "list",
        summary: "list active subscriptions, oldest first",
        run: async (call) => (await import("./hub.ts")).hubList(call),
      },
      {
        name: "show",
        summary: "show a subscription in full",
        arguments: [{ name: "<number>", description: "number of the subscription" }],
        run: async (call) => (await import("./hub.ts")).hubShow(call),
      },
      {
        name: "remove",
        summary: "end a subscription and notify the subscriber",
        act: async () => (await import("../../owner/hub_remove.ts")).endSubscription,
      },
    ],
  },
  {
    name: "watch-log",
    isAboutAll: true,
    summary: "check that nothing was removed from or changed in a site's public log unnoticed",
    details:
      "Proves that the log extends the one seen before, that it contains exactly the published reviews as served, and that closed " +
      "quarters are unchanged; lists what was withheld, removed or changed since, with the reasons. " +
      "On failure it exits with 1, names what failed and keeps the state. Needs no database.",
    arguments: [{ name: "<url>", description: "address of the site, such as https://reviews.example.com" }],
    options: optionsOf({ "--state <file>": "file for the last state and the key; without it nothing is remembered" }),
    examples: [["goodword watch-log https://reviews.example.com --state firm.json", "run it daily"]],
    run: async (call) => (await import("./transparency_log.ts")).watchPublicLog(call),
  },
  {
    name: "check-receipt",
    isAboutAll: true,
    summary: "check an author's receipt against today's public log",
    details:
      "Reports whether today's log still contains the review as its author wrote it, and what happened to it since. " +
      "Exit code 0 if the log contains it, else 1. Needs no database.",
    arguments: [{ name: "<file>", description: "the receipt" }],
    options: optionsOf({ "--url <url>": "address of the site, if it has moved" }),
    run: async (call) => (await import("./transparency_log.ts")).checkKeptReceipt(call),
  },
  {
    name: "mcp",
    summary: "serve MCP to an agent on this machine over standard input and output",
    details:
      "For hosts that run MCP servers as programs: the tools, resources and prompts of /mcp, straight from the database, with no " +
      "server running. Read-only, and up to date with later imports. Links are built from BASE_URL. Standard output carries only " +
      "the protocol; the log goes to standard error. Exits when its input is closed.",
    options: optionsOf({
      "--owner":
        "also list withheld, unverified and unanswered reviews. They are private: the agent's host, and the provider " +
        "of a remote model, receive what the agent requests. Local only; /mcp never shows them",
    }),
    examples: [
      ["goodword mcp --database /srv/goodword.sqlite", "what a host is configured to run"],
      ["goodword mcp --owner", "for the owner's own assistant: also what is withheld or unanswered"],
    ],
    run: async (call) => (await import("./mcp.ts")).mcp(call),
  },
  {
    name: "licenses",
    isAboutAll: true,
    summary: "print the licences of all software in this program",
    examples: [["goodword licenses | less", "read them"]],
    run: async () => {
      const { default: text } = await import("../../../THIRD_PARTY_LICENSES.txt", { with: { type: "text" } });
      return { lines: text.trimEnd().split("\n"), data: { licenses: text } };
    },
  },
];
