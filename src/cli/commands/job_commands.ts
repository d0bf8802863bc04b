/** The commands about jobs, their photographs, and invitations; each loads its act when it runs. */
import { JOB_STATUSES } from "../../invitations/job.ts";
import { type Command, optionsOf } from "../command.ts";

export const JOB_COMMANDS: readonly Command[] = [
  {
    name: "jobs",
    summary: "manage the list of finished jobs, used by invitations and verification",
    subcommands: [
      {
        name: "add",
        summary: "add finished jobs from the lists that your field-service program exports",
        details:
          "Reads CSV, Excel (.xlsx), JSON and NDJSON with a date and a customer's name, e-mail address or telephone number, and " +
          "optionally reference, service, technician, area, language, consent and status. Rows that cannot be used are reported, and " +
          "the rest is taken. Unfinished jobs are added once a later list shows them as finished. Adding a job again changes nothing; the same reference with other fields corrects a job until its " +
          "customer is invited. The jobs verify your reviews as goodword verify does.",
        arguments: [{ name: "<files...>", description: "lists of jobs; - for standard input" }],
        options: optionsOf({
          "--column <role=name>": { description: "map a column, such as finished=Closed; repeatable", repeats: true },
          "--date-format <format>": "date format, such as DD/MM/YYYY",
          "--encoding <name>": "encoding of the list, such as windows-1252 (default: detected)",
          "--status <value=meaning>": {
            description: "what a value of the status means: finished, not-finished or cancelled; repeatable",
            repeats: true,
          },
          "--consent <column=meaning>": {
            description:
              "what a column of consent, privacy requests or notes means: may-contact, may-not-contact or something-else; repeatable",
            repeats: true,
          },
          "--explain": "show how each column is interpreted, and why, without adding jobs",
          "--dry-run": "show what would happen without changing anything",
        }),
        examples: [
          ["goodword jobs add jobs-2026.csv --dry-run", "see what would be added"],
          ['goodword jobs add export.xlsx --column "finished=Closed on"', "name the column with the date; remembered"],
          [
            'goodword jobs add jobs.csv --status "Awaiting parts=not-finished"',
            "give the meaning of a status; remembered",
          ],
        ],
        run: async (call) => (await import("./jobs.ts")).jobsAdd(call),
      },
      {
        name: "list",
        summary: "list jobs with their status, latest first",
        options: optionsOf({
          "--status <status>": { description: "only these", choices: JOB_STATUSES },
          "--limit <number>": "maximum number to show (default: 20; with --json all)",
        }),
        examples: [["goodword jobs list --status not_invited", "who is not invited, and why"]],
        run: async (call) => (await import("./jobs.ts")).jobsList(call),
      },
      {
        name: "stats",
        summary: "count jobs by status",
        run: async (call) => (await import("./jobs.ts")).jobsStats(call),
      },
      {
        name: "ask",
        summary: "ask the customer of a job from your own telephone: a link and a message to send",
        act: async () => (await import("../../owner/jobs_ask.ts")).askCustomer,
      },
      {
        name: "skip",
        summary: "do not invite the customer of a job; the number of such jobs is published",
        act: async () => (await import("../../owner/jobs_skip.ts")).skip,
      },
      {
        name: "forget",
        summary: "erase names, contacts and references of jobs",
        act: async () => (await import("../../owner/jobs_forget.ts")).forget,
      },
      {
        name: "token",
        summary: "manage tokens of programs that add jobs or reviews over HTTP",
        subcommands: [
          {
            name: "create",
            summary: "create a token; it is shown once",
            act: async () => (await import("../../owner/jobs_token.ts")).createToken,
          },
          {
            name: "list",
            summary: "list tokens by name",
            run: async (call) => (await import("./jobs.ts")).listTokens(call),
          },
          {
            name: "revoke",
            summary: "revoke a token",
            act: async () => (await import("../../owner/jobs_token.ts")).revokeToken,
          },
        ],
      },
    ],
  },
  {
    name: "invitations",
    summary: "invite the customers of finished jobs to review",
    subcommands: [
      {
        name: "list",
        summary: "list invitations, the latest job first",
        run: async (call) => (await import("./invitations.ts")).invitationsList(call),
      },
      {
        name: "links",
        summary: "write a CSV file with a link for every open job, to send yourself",
        act: async () => (await import("../../owner/write_links.ts")).exportLinks,
      },
      {
        name: "cards",
        summary: "write a page of cards to print, each with a link and its QR code",
        act: async () => (await import("../../owner/write_links.ts")).exportCards,
      },
      {
        name: "send",
        summary: "send the messages that are due",
        details:
          "A server with INVITATIONS=mail sends messages itself; without a permanent server, run this from cron. Both may " +
          "run at once: nothing is sent twice.",
        run: async (call) => (await import("./invitations.ts")).sendInvitations(call),
      },
      {
        name: "test",
        summary: "send a test message, and check SPF, DKIM and DMARC of your domain",
        act: async () => (await import("../../owner/preview_invitation.ts")).testInvitation,
      },
      {
        name: "greeting",
        summary: "show the invitation, or change its greeting",
        act: async () => (await import("../../owner/invitations_greeting.ts")).greet,
      },
    ],
  },
  {
    name: "photos",
    summary: "show photographs of jobs on the profile",
    subcommands: [
      {
        name: "add",
        summary: "add photographs of finished jobs; none is added if one is invalid",
        act: async () => (await import("../../owner/photos.ts")).addPhotos,
      },
      {
        name: "list",
        summary: "list the photographs with their ids, the newest first",
        run: async (call) => (await import("./photos.ts")).photosList(call),
      },
      {
        name: "edit",
        summary: "change the caption, service, technician or date of a photograph",
        act: async () => (await import("../../owner/photos.ts")).editPhoto,
      },
      {
        name: "remove",
        summary: "remove a photograph for good",
        act: async () => (await import("../../owner/photos.ts")).removePhoto,
      },
    ],
  },
];
