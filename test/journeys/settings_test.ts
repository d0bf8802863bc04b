/** The only business of a server is set up in its console, by forms alone: nothing is set in the environment, nothing is restarted. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formFields } from "../support/form_fields.ts";
import { startService } from "../support/goodword_process.ts";
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
    if (to !== null) return this.open(new URL(to, this.url).pathname);
    this.path = path;
    this.html = await response.text();
  }
}

/** A time zone in which it is about noon. */
function zoneAtNoon(): string {
  const hoursBehind = new Date().getUTCHours() - 12;
  return hoursBehind === 0 ? "UTC" : `Etc/GMT${hoursBehind > 0 ? "+" : ""}${hoursBehind}`;
}

describe("A stranger with a Takeout file and no terminal", () => {
  const folder = mkdtempSync(join(tmpdir(), "goodword-settings-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("has a published page in at most 9 inputs, trade, hours and logo in 15, and is sent an invitation in 8 more, without a restart", async () => {
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
    const jobs = `reference,customer,email,service,finished\n1,Jane Doe,jane@home.example,Drains,${finished}\n`;
    await hands.open("/jobs");
    await hands.send("/jobs/lists", { files: new File([jobs], "jobs.csv") });
    await hands.wait("/go");
    await hands.send(`${hands.path}/go`);
    await hands.wait("added");
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
