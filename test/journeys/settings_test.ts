/** The only business of a server is set up in its console, by forms alone: nothing is set in the environment, nothing is restarted. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formFields } from "../support/form_fields.ts";
import { spawnGoodword, startService } from "../support/goodword_process.ts";
import { pngOf } from "../support/png.ts";
import { startSmtpServer } from "../support/smtp_server.ts";
import { takeoutZip } from "../support/takeout.ts";
import { eventually } from "../support/wait.ts";

/** A browser without scripts. Each field that is filled, choice, file, link and press is an input. */
class Hands {
  inputs = 0;
  #cookie = "";
  path = "";
  html = "";

  constructor(readonly url: string) {}

  async open(path: string): Promise<void> {
    await this.#take(await fetch(this.url + path, { redirect: "manual", headers: { Cookie: this.#cookie } }), path);
  }

  async follow(path: string): Promise<void> {
    this.inputs++;
    expect(this.html).toContain(`href="${path}"`);
    await this.open(path);
  }

  /** Types into fields, or chooses, and presses the button. */
  async send(action: string, fields: Readonly<Record<string, string | Blob>> = {}): Promise<void> {
    this.inputs += Object.keys(fields).length + 1;
    const shown = await formFields(new Response(this.html), action);
    expect(this.html).toContain(`action="${action}"`);
    const hasFile = Object.values(fields).some((value) => typeof value !== "string");
    const body = hasFile ? new FormData() : new URLSearchParams();
    for (const [name, value] of Object.entries({ ...shown, ...fields })) body.append(name, value as string);
    const headers = { Cookie: this.#cookie, Origin: this.url };
    await this.#take(await fetch(this.url + action, { method: "POST", redirect: "manual", body, headers }), action);
  }

  /** Loads the page again until it shows something, as it does by itself. */
  async wait(text: string): Promise<void> {
    await eventually(`"${text}"`, async () => {
      if (!this.html.includes(text)) await this.open(this.path);
      return this.html.includes(text);
    });
  }

  async #take(response: Response, path: string): Promise<void> {
    const session = response.headers.getSetCookie().find((each) => !each.startsWith("notice"));
    if (session !== undefined) this.#cookie = session.split(";")[0] ?? "";
    const to = response.headers.get("Location");
    if (to !== null) {
      const { pathname, search } = new URL(to, this.url);
      return this.open(pathname + search);
    }
    this.path = path;
    this.html = await response.text();
  }
}

/** The forms by which customers are asked in a way, each by its action. */
function buttonsIn(html: string, by: string): string[] {
  return [...html.matchAll(/action="(\/jobs\/[^"/]*\/ask\?by=(\w+))"/g)].flatMap(([, action = "", way]) =>
    way === by ? [action] : [],
  );
}

/** A time zone in which it is about noon. */
function zoneAtNoon(): string {
  const hoursBehind = new Date().getUTCHours() - 12;
  return hoursBehind === 0 ? "UTC" : `Etc/GMT${hoursBehind > 0 ? "+" : ""}${hoursBehind}`;
}

describe("A stranger with a Takeout file and no terminal", () => {
  const folder = mkdtempSync(join(tmpdir(), "goodword-settings-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("has a published page in at most 9 inputs, trade, hours and logo in 15, has asked a customer by text in 25, and mails invitations in 8 more, without a restart", async () => {
    await using smtp = await startSmtpServer();
    const database = join(folder, "goodword.sqlite");
    const environment = {
      ...{ DATABASE_URL: `file:${database}`, HOST: "127.0.0.1", PORT: "0" },
      ...{ CONSOLE_PORT: "0", LOG_FORMAT: "json" },
    };
    await using service = await startService({ environment });
    const [, url = "", claim = ""] = await service.logged(/"(http:[^"]*)(\/claim\/[^"]*)"/);
    const hands = new Hands(url);
    await hands.open(claim);
    await hands.send(claim, { name: "Amy", password: "three blue buckets" });
    await hands.follow("/import");
    await hands.send("/import", { files: new File([new Uint8Array(takeoutZip(40))], "takeout.zip") });
    await hands.wait("/go");
    const upload = hands.path;
    await hands.send(`${upload}/go`, { vouches: "yes" });
    await hands.wait("Your reviews have been imported");
    hands.inputs++;
    const page = await eventually("the page", async () => {
      const html = await (await fetch(service.url)).text();
      return html.includes("Brook &amp; Daughter Plumbing") && html;
    });
    expect(page).toContain("found the leak behind the wall");
    expect(hands.inputs).toBeLessThanOrEqual(9);

    // With the trade, the hours of five days and a logo.
    await hands.open("/");
    await hands.follow("/profile");
    const hours = { "opening_hours.0.opens0": "08:00", "opening_hours.0.closes0": "17:00" };
    const picture = new File([await pngOf(60, 60)], "logo.png", { type: "image/png" });
    await hands.send("/profile", { type: "Plumber", ...hours, picture });
    await eventually("trade, hours and logo", async () => {
      const html = await (await fetch(service.url)).text();
      return html.includes("Plumber") && /8:00/.test(html) && /<img[^>]*logo/.test(html);
    });
    expect(hands.inputs).toBeLessThanOrEqual(15);

    const finished = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    const rows = `1,Jane Doe,jane@home.example,,Drains,${finished}\n2,Rob Fox,,+1 512 555 0177,Boilers,${finished}\n`;
    const jobs = `reference,customer,email,phone,service,finished\n${rows}`;
    await hands.open("/");
    await hands.follow("/jobs");
    await hands.send("/jobs/lists", { files: new File([jobs], "jobs.csv") });
    await hands.wait("/go");
    await hands.send(`${hands.path}/go`);
    await hands.wait("added");
    await hands.follow("/jobs");
    const ask = buttonsIn(hands.html, "sms")[0] ?? "";
    await hands.send(ask);
    expect(hands.html).toMatch(/href="sms:\+15125550177\?&amp;body=Hello%20Rob%20Fox[^"]*%2Fr%2F/);
    hands.inputs++;
    console.log(`${hands.inputs} inputs from the link to claim the console to the first customer asked by text`);
    expect(hands.inputs).toBeLessThanOrEqual(25);
    // Messages go out by day.
    await hands.open("/settings/time-zone");
    await hands.send("/settings/time-zone", { time_zone: zoneAtNoon() });

    hands.inputs = 0;
    await hands.follow("/invitations");
    await hands.follow("/settings/invitations");
    const server = { SMTP_HOST: "127.0.0.1", SMTP_PORT: String(smtp.port) };
    await hands.send("/settings/invitations", { INVITATIONS: "mail", ...server, MAIL_FROM: "amy@brook.example" });
    await hands.send("/invitations/test");
    expect(hands.html).toContain("The mail server accepted the test");
    expect(hands.inputs).toBeLessThanOrEqual(8);
    const own = { from: "amy@brook.example", to: "amy@brook.example" };
    expect(smtp.received).toContainEqual(expect.objectContaining(own));

    // A customer, by the server itself; and the owner, by the test of the mailbox.
    await hands.open("/settings/mail");
    await hands.send("/settings/mail/test", { address: "amy@home.example" });
    expect(hands.html).toContain("The mail server took the test for amy@home.example");
    await eventually("the invitation", () => smtp.received.some(({ to }) => to === "jane@home.example"));

    smtp.behave((step) => (step === "recipient" ? "550 5.1.1 No such user" : null));
    await hands.open("/settings/mail");
    await hands.send("/settings/mail/test", { address: "nobody@home.example" });
    expect(hands.html).toContain("does not accept mail to nobody@home.example");
    expect(hands.html).toContain("(550 5.1.1 (recipient))");
  });
});

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

test("100 jobs of five programs, asked in six ways: each customer once, and record, list and outbox agree", async () => {
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
      const [, url = "", claim = ""] = await service.logged(/"(http:[^"]*)(\/claim\/[^"]*)"/);
      const hands = new Hands(url);
      await hands.open(claim);
      await hands.send(claim, { name: "Amy", password: "three blue buckets" });
      for (const { name, table } of programs) {
        await hands.open("/jobs");
        await hands.send("/jobs/lists", { files: new File([table], `${name}.csv`) });
        await hands.wait("/go");
        await hands.send(`${hands.path}/go`);
        await hands.wait("added");
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
        await hands.open(path);
        pages.push(hands.html);
      }
      const send = async (action: string) => {
        hands.html = pages.find((html) => html.includes(action)) ?? "";
        await hands.send(action);
        return /https:\/\/reviews\.brook\.example\/r\/[\w-]+/.exec(hands.html)?.[0] ?? "";
      };
      for (const [number, [id, way]] of [...wayOf].entries()) {
        const link = await send(`/jobs/${id}/ask?by=${way}`);
        expect(link).not.toBe("");
        // Asking again changes nothing.
        if (number < BY_HAND.length) expect(await send(`/jobs/${id}/ask?by=${way}`)).toBe(link);
      }
      // The table of links takes everybody who was not asked yet.
      await eventually("20 mails", () => smtp.received.length >= 20);
      await hands.open("/invitations");
      await hands.send("/invitations/links");

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
