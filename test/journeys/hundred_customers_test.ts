/** A hundred customers are asked in every way that there is, and nobody is asked twice or missed. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnGoodword, startService } from "../support/goodword_process.ts";
import { addJobList, claimConsole } from "../support/plain_browser.ts";
import { startSmtpServer } from "../support/smtp_server.ts";
import { eventually } from "../support/wait.ts";
import { zoneAtNoon } from "../support/zone_at_noon.ts";

/** The tables of five programs, each with 20 jobs: four with an address, the others with a number. */
function tablesOfPrograms(day: string): readonly { name: string; table: string; references: string[] }[] {
  const programs = [
    ["housecall_pro", "Invoice number,Customer name,Customer email,Customer mobile,Job completed date"],
    ["jobber", "Job #,Client name,Email,Phone,Closed on"],
    ["servicetitan", "Invoice #,Customer Name,Email,Phone Number,Completed Date"],
    ["quickbooks", "Num,Customer,Email,Phone,Invoice date"],
    ["own_list", "reference,customer,email,telephone,finished"],
  ];
  return programs.map(([name = "", headings], program) => {
    const jobs = Array.from({ length: 20 }, (_, index) => {
      const number = program * 20 + index;
      const contact = index < 4 ? `c${number}@home.example,` : `,+1 512 555 0${100 + number}`;
      return [`${name}-${index}`, `Pat ${name} ${index},${contact}`, day].join(",");
    });
    return {
      name,
      table: [headings, ...jobs, ""].join("\n"),
      references: jobs.map((line) => line.split(",")[0] ?? ""),
    };
  });
}

/** How the customers with a number are asked by hand, three of each program in each way; the others by the table of links. */
const BY_HAND = ["sms", "whatsapp", "copy", "code"];

test("100 customers of five programs are asked in six ways, each once, and record, list and outbox agree", async () => {
  const folder = mkdtempSync(join(tmpdir(), "goodword-hundred-"));
  try {
    await using smtp = await startSmtpServer();
    const environment = {
      ...{ DATABASE_URL: `file:${join(folder, "goodword.sqlite")}`, HOST: "127.0.0.1", PORT: "0", CONSOLE_PORT: "0" },
      ...{ LOG_FORMAT: "json", INVITATIONS: "mail", SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, INVITE_AFTER: "1d" },
      ...{ MAIL_FROM: "amy@brook.example", BASE_URL: "https://reviews.brook.example" },
    };
    const address = {
      street_address: "14 Mill Lane",
      locality: "Elm Point",
      region: "TX",
      postal_code: "78701",
      country: "US",
    };
    const business = { name: "Brook Plumbing", time_zone: zoneAtNoon(), address };
    writeFileSync(join(folder, "business.json"), JSON.stringify({ business }));
    const run = async (...args: string[]) => {
      const { code, out, err } = await spawnGoodword(args, { environment }).ended;
      expect({ code, err }).toMatchObject({ code: 0 });
      return JSON.parse(out);
    };
    await run("import", join(folder, "business.json"), "--json");
    const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    const programs = tablesOfPrograms(day);
    {
      await using service = await startService({ environment });
      const browser = await claimConsole(service);
      for (const { name, table } of programs) {
        await browser.open("/jobs");
        await addJobList(browser, `${name}.csv`, table);
      }

      // By hand, and some of them twice.
      const listed: { id: string; reference: string }[] = (await run("jobs", "list", "--json")).jobs;
      const idOf = new Map(listed.map(({ id, reference }) => [reference, id]));
      const wayOf = new Map(
        programs.flatMap(({ references }) =>
          references.slice(4, 16).map((reference, at) => [idOf.get(reference) ?? "", BY_HAND[at % 4] ?? ""]),
        ),
      );
      const pages: string[] = [];
      for (const path of ["/jobs", "/jobs?page=2"]) {
        await browser.open(path);
        pages.push(browser.html);
      }
      const send = async (action: string) => {
        browser.html = pages.find((html) => html.includes(action)) ?? "";
        await browser.send(action);
        return /https:\/\/reviews\.brook\.example\/r\/[\w-]+/.exec(browser.html)?.[0] ?? "";
      };
      for (const [number, [id, way]] of [...wayOf].entries()) {
        const link = await send(`/jobs/${id}/ask?by=${way}`);
        expect(link).not.toBe("");
        // Asking again changes nothing.
        if (number < BY_HAND.length) expect(await send(`/jobs/${id}/ask?by=${way}`)).toBe(link);
      }
      // The table of links takes everybody who was not asked yet.
      await eventually("20 mails", () => smtp.received.length >= 20);
      await browser.open("/invitations");
      await browser.send("/invitations/links");

      // Nothing is left to be sent.
      expect(await run("invitations", "send", "--json")).toMatchObject({ waiting: 0, undeliverable: 0 });
    }

    // A server counts the record when it starts, and then once a minute.
    await using service = await startService({ environment });
    const each = { mail: 20, link: 20, sms: 15, whatsapp: 15, copy: 15, code: 15 };
    const record = await eventually("all 100 in the record", async () => {
      const { totals } = await (await fetch(`${service.url}/record.json`)).json();
      return totals.invited === 100 && totals;
    });
    expect(record).toMatchObject({ jobs: 100, invited: 100, invited_by: { ...each, card: 0 } });
    const { jobs } = await run("jobs", "list", "--json");
    const ways = Map.groupBy(jobs as { invited_by: string; status: string }[], ({ invited_by: by }) => by);
    expect(Object.fromEntries([...ways].map(([way, { length }]) => [way, length]))).toEqual(each);
    const mailed = programs.flatMap((_, program) =>
      [0, 1, 2, 3].map((index) => `c${program * 20 + index}@home.example`),
    );
    expect(smtp.received.map(({ to }) => to).sort()).toEqual(mailed.sort());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
