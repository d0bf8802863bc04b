/** The console as somebody uses it without scripts: its links and forms, and nothing else. */
import { expect } from "bun:test";
import { formFields } from "./form_fields.ts";
import type { GoodwordProcess } from "./goodword_process.ts";
import { eventually } from "./wait.ts";

/** A browser at the console of a new server, whose first owner has just set a password. */
export async function claimConsole({ logged }: Pick<GoodwordProcess, "logged">): Promise<PlainBrowser> {
  const [, url = "", claim = ""] = await logged(/"(http:[^"]*)(\/claim\/[^"]*)"/);
  const browser = new PlainBrowser(url);
  await browser.open(claim);
  await browser.send(claim, { name: "Amy", password: "three blue buckets" });
  return browser;
}

/** Adds a list of jobs, from the page of the jobs. */
export async function addJobList(browser: PlainBrowser, name: string, table: string): Promise<void> {
  await browser.send("/jobs/lists", { files: new File([table], name) });
  await browser.wait("/go");
  await browser.send(`${browser.path}/go`);
  await browser.wait("added");
}

/** A browser without scripts. Each field that is filled, choice, file, link and press is an input. */
export class PlainBrowser {
  inputs = 0;
  /** Of the page that is open, and its source. */
  path = "";
  html = "";
  #cookie = "";

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
