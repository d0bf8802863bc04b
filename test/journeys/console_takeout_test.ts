/** A stranger with a Google Takeout file and a browser: from the link that the server prints to a published page. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { isWithoutBrowser } from "../support/browser.ts";
import { type Service, startService } from "../support/goodword_process.ts";
import { freePort } from "../support/postgres_server.ts";
import { takeoutZip } from "../support/takeout.ts";
import { eventually } from "../support/wait.ts";
import { sharedBrowser } from "./visits.ts";

/** Every click, field and key counts; what a page does by itself does not. */
class Hands {
  inputs = 0;

  constructor(readonly page: Page) {}

  async click(name: string | RegExp, role: "button" | "link" | "checkbox" = "button"): Promise<void> {
    this.inputs++;
    await this.page.getByRole(role, { name }).first().click();
  }

  async fill(label: string | RegExp, text: string): Promise<void> {
    this.inputs++;
    await this.page.getByLabel(label).fill(text);
  }

  async choose(label: string | RegExp, file: string): Promise<void> {
    this.inputs++;
    await this.page.getByLabel(label).setInputFiles(file);
  }
}

describe.skipIf(isWithoutBrowser())("a stranger with a Google Takeout file", () => {
  const folder = mkdtempSync(join(tmpdir(), "goodword-stranger-"));
  const takeout = join(folder, "takeout-20260531.zip");
  writeFileSync(takeout, takeoutZip(40));
  const open = sharedBrowser();

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function start(name: string): Promise<{ readonly service: Service; readonly claim: string }> {
    const port = await freePort();
    const consolePort = await freePort();
    const environment = {
      DATABASE_URL: `file:${join(folder, `${name}.sqlite`)}`,
      HOST: "127.0.0.1",
      LOG_FORMAT: "json",
      PORT: String(port),
      BASE_URL: `http://localhost:${port}`,
      CONSOLE_PORT: String(consolePort),
      CONSOLE_URL: `http://localhost:${consolePort}`,
    };
    const service = await startService({ environment });
    const [, claim = ""] = await service.logged(/"(http:[^"]*\/claim\/[^"]*)"/);
    return { service, claim };
  }

  test.each([true, false])("publishes in at most 12 inputs (scripts: %p)", async (javaScriptEnabled) => {
    const { service, claim } = await start(`scripts-${javaScriptEnabled}`);
    await using visit = await open({ javaScriptEnabled, timezoneId: "America/Chicago" });
    const { page } = visit;
    const hands = new Hands(page);
    await page.goto(claim);
    await hands.fill("Your name", "Amy");
    await hands.fill("New password", "three blue buckets");
    await hands.click("Continue");
    await hands.click("Import", "link");
    await hands.choose("Files", takeout);
    await hands.click("Preview");
    await page.getByRole("heading", { name: "Preview of the import" }).waitFor();
    await hands.click(/I confirm that 40 reviews/, "checkbox");
    await hands.click("Import");
    await page.getByRole("heading", { name: "Your reviews have been imported" }).waitFor();
    await hands.click("View your page", "link");
    // What is saved is shown once it is published.
    const published = await eventually("the page of the firm", async () => {
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      const content = await page.content();
      if (content.includes("Brook &amp; Daughter Plumbing")) return content;
      await page.reload();
      return undefined;
    });
    expect(published).toContain("found the leak behind the wall");
    expect(hands.inputs).toBeLessThanOrEqual(12);
    await service.kill();
  });
});
