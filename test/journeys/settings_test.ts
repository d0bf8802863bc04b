/** The only business of a server is set up in its console, by forms alone: nothing is set in the environment, nothing is restarted. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "../support/goodword_process.ts";
import { addJobList, claimConsole } from "../support/plain_browser.ts";
import { pngOf } from "../support/png.ts";
import { startSmtpServer } from "../support/smtp_server.ts";
import { takeoutZip } from "../support/takeout.ts";
import { eventually } from "../support/wait.ts";
import { zoneAtNoon } from "../support/zone_at_noon.ts";

const folder = mkdtempSync(join(tmpdir(), "goodword-settings-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("A stranger with a Takeout file publishes, asks a customer and sends mail in a few inputs of the console", async () => {
  await using smtp = await startSmtpServer();
  const environment = {
    DATABASE_URL: `file:${join(folder, "goodword.sqlite")}`,
    HOST: "127.0.0.1",
    PORT: "0",
    CONSOLE_PORT: "0",
    LOG_FORMAT: "json",
  };
  await using service = await startService({ environment });

  // From the link that claims the console to a page with reviews.
  const browser = await claimConsole(service);
  await browser.follow("/import");
  await browser.send("/import", { files: new File([new Uint8Array(takeoutZip(40))], "takeout.zip") });
  await browser.wait("/go");
  const upload = browser.path;
  await browser.send(`${upload}/go`, { vouches: "yes" });
  await browser.wait("Your reviews have been imported");
  browser.inputs++;
  const page = await eventually("the page", async () => {
    const html = await (await fetch(service.url)).text();
    return html.includes("Brook &amp; Daughter Plumbing") && html;
  });
  expect(page).toContain("found the leak behind the wall");
  expect(browser.inputs).toBeLessThanOrEqual(9);

  // With the trade, the hours of five days and a logo.
  await browser.open("/");
  await browser.follow("/profile");
  const hours = { "opening_hours.0.opens0": "08:00", "opening_hours.0.closes0": "17:00" };
  const picture = new File([await pngOf(60, 60)], "logo.png", { type: "image/png" });
  await browser.send("/profile", { type: "Plumber", ...hours, picture });
  await eventually("trade, hours and logo", async () => {
    const html = await (await fetch(service.url)).text();
    return html.includes("Plumber") && /8:00/.test(html) && /<img[^>]*logo/.test(html);
  });
  expect(browser.inputs).toBeLessThanOrEqual(15);

  // To a message to a customer, from the owner's own phone.
  const finished = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  const rows = `1,Jane Doe,jane@home.example,,Drains,${finished}\n2,Rob Fox,,+1 512 555 0177,Boilers,${finished}\n`;
  const jobs = `reference,customer,email,phone,service,finished\n${rows}`;
  await browser.open("/");
  await browser.follow("/jobs");
  await addJobList(browser, "jobs.csv", jobs);
  await browser.follow("/jobs");
  await browser.send(/action="(\/jobs\/[^"/]*\/ask\?by=sms)"/.exec(browser.html)?.[1] ?? "");
  expect(browser.html).toMatch(/href="sms:\+15125550177\?&amp;body=Hi%20Rob[^"]*%2Fr%2F/);
  browser.inputs++;
  console.log(`${browser.inputs} inputs from the link to claim the console to the first customer asked by text`);
  expect(browser.inputs).toBeLessThanOrEqual(25);

  // Mail by the server itself, which goes out by day.
  await browser.open("/settings/time-zone");
  await browser.send("/settings/time-zone", { time_zone: zoneAtNoon() });

  browser.inputs = 0;
  await browser.follow("/invitations");
  await browser.follow("/settings/invitations");
  const server = { SMTP_HOST: "127.0.0.1", SMTP_PORT: String(smtp.port) };
  await browser.send("/settings/invitations", { INVITATIONS: "mail", ...server, MAIL_FROM: "amy@brook.example" });
  await browser.send("/invitations/test");
  expect(browser.html).toContain("The mail server accepted the test");
  expect(browser.inputs).toBeLessThanOrEqual(8);
  const own = { from: "amy@brook.example", to: "amy@brook.example" };
  expect(smtp.received).toContainEqual(expect.objectContaining(own));

  // A customer, by the server itself; and the owner, by the test of the mailbox.
  await browser.open("/settings/mail");
  await browser.send("/settings/mail/test", { address: "amy@home.example" });
  expect(browser.html).toContain("The mail server accepted the test for amy@home.example");
  await eventually("the invitation", () => smtp.received.some(({ to }) => to === "jane@home.example"));

  smtp.behave((step) => (step === "recipient" ? "550 5.1.1 No such user" : null));
  await browser.open("/settings/mail");
  await browser.send("/settings/mail/test", { address: "nobody@home.example" });
  expect(browser.html).toContain("does not accept mail to nobody@home.example");
  expect(browser.html).toContain("(550 5.1.1)");
});
