/** The console of a running server: its own port, its own cookies, several servers, and the binary. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isWithoutBrowser } from "../support/browser.ts";
import { type Service, spawnGoodword, startService } from "../support/goodword_process.ts";
import { startPostgres } from "../support/postgres_server.ts";
import { skipUnless } from "../support/tools.ts";
import { sharedBrowser } from "./visits.ts";

const BINARY = fileURLToPath(new URL("../../dist/goodword", import.meta.url));
const PASSWORD = "three plain words";

interface Stage extends AsyncDisposable {
  readonly services: readonly Service[];
  /** Where they put files that are not to stay. */
  readonly folder: string;
  /** Addresses of the consoles, one a server. */
  readonly urls: readonly string[];
  /** Path of a new link for the first owner. */
  link(): Promise<string>;
}

async function openStage({
  database = null as string | null,
  servers = 1,
  program = undefined as readonly string[] | undefined,
} = {}): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "goodword-console-"));
  const environment = {
    DATABASE_URL: database ?? `file:${join(folder, "goodword.sqlite")}`,
    HOST: "127.0.0.1",
    PORT: "0",
    CONSOLE_PORT: "0",
    LOG_FORMAT: "json",
    TMPDIR: folder,
  };
  const options = program === undefined ? { environment } : { environment, program };
  const services: Service[] = [];
  for (let started = 0; started < servers; started++) services.push(await startService(options));
  const urls = await Promise.all(services.map((service) => service.logged(/"console_url":"([^"]+)"/)));
  return {
    services,
    folder,
    urls: urls.map(([, url = ""]) => url),
    async link() {
      const { out } = await spawnGoodword(["console", "link", "--json"], options).ended;
      return new URL(JSON.parse(out).url).pathname;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(services.map((service) => service.kill()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function post(url: string, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(fields);
  return fetch(url + path, { method: "POST", redirect: "manual", body, headers: { Origin: url, ...headers } });
}

/** The cookie of a session as a server at `url` expects it: the port is part of its name. */
const cookieOf = (response: Response | undefined, url: string) => {
  const [cookie = ""] = response?.headers.getSetCookie()[0]?.split(";") ?? [];
  return cookie.replace(/-\d+(?==)/, `-${new URL(url).port}`);
};

/** What a server answers to bytes as they are, as no client would send them. */
function answerTo(url: string, request: string): Promise<string> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(request));
    socket.on("data", (bytes) => {
      answer += bytes;
      if (answer.includes("\r\n\r\n")) socket.end();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

describe("The console of a server", () => {
  test("is claimed by the link that the server logs, and never found on the public port", async () => {
    await using stage = await openStage();
    const [service] = stage.services;
    const [url = ""] = stage.urls;
    const [, path = ""] = (await service?.logged(/Open this link[^\n]*(\/claim\/[\w-]{43})/)) ?? [];
    const claimed = await post(url, path, { name: "Olive", password: PASSWORD });
    expect([claimed.status, claimed.headers.get("Location")]).toEqual([303, "/"]);
    const cookie = cookieOf(claimed, url);
    expect((await fetch(`${url}/people`, { headers: { Cookie: cookie } })).status).toBe(200);
    for (const asked of ["/login", "/people", "/account", path, "/logout"]) {
      for (const method of ["GET", "POST"]) {
        const headers = { Cookie: cookie, Origin: service?.url ?? "" };
        const answer = await fetch(`${service?.url}${asked}`, { method, headers, redirect: "manual" });
        expect({ asked, method, status: answer.status >= 404 }).toEqual({ asked, method, status: true });
        expect([...answer.headers.getSetCookie(), answer.headers.get("Location")]).toEqual([null]);
        expect(await answer.text()).not.toContain("console");
      }
    }
  });

  test("answers to its own names alone, whatever the browser was led to believe", async () => {
    await using stage = await openStage();
    const [url = ""] = stage.urls;
    const { host, port } = new URL(url);
    const ask = (head: string) => answerTo(url, `${head}\r\nConnection: close\r\n\r\n`);
    expect(await ask(`GET /login HTTP/1.1\r\nHost: ${host}`)).toStartWith("HTTP/1.1 200");
    expect(await ask(`GET /login HTTP/1.1\r\nHost: 127.0.0.1:${port}`)).toStartWith("HTTP/1.1 200");
    for (const other of ["evil.example", `evil.example:${port}`, "localhost", `${host}.evil.example`, `x@${host}`]) {
      expect({ other, answer: (await ask(`GET /login HTTP/1.1\r\nHost: ${other}`)).slice(0, 12) }).toEqual({
        other,
        answer: "HTTP/1.1 421",
      });
    }
  });

  test("reads nothing of a body that its sender may not send, and leaves none behind", async () => {
    await using stage = await openStage();
    const [url = ""] = stage.urls;
    const cookie = cookieOf(await post(url, await stage.link(), { name: "Olive", password: PASSWORD }), url);
    const head = (path: string, more: string) =>
      `POST ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 300000000\r\n${more}\r\n\r\n`;
    // No byte of the body is ever sent: a server that waited for it would not answer.
    expect(await answerTo(url, head("/people/link", `Cookie: ${cookie}`))).toStartWith("HTTP/1.1 403");
    expect(await answerTo(url, head("/people/link", `Origin: ${url}`))).toStartWith("HTTP/1.1 401");
    expect(await answerTo(url, head("/people/link", `Origin: ${url}\r\nCookie: ${cookie}`))).toStartWith(
      "HTTP/1.1 413",
    );
    expect(await answerTo(url, head("/nothing", `Origin: ${url}\r\nCookie: ${cookie}`))).toStartWith("HTTP/1.1 404");
    expect(await answerTo(url, head("/login", `Origin: ${url}`))).toStartWith("HTTP/1.1 413");
    expect(await answerTo(url, head("/claim/none", `Origin: ${url}`))).toStartWith("HTTP/1.1 413");
    expect((await post(url, "/login", { name: "x".repeat(17 << 10) })).status).toBe(413);
    const long = await post(url, "/login", { name: "x".repeat(3 << 20) });
    expect(long.status).toBe(413);
    const uploads = readdirSync(stage.folder).filter((name) => name.startsWith("goodword-uploads-"));
    expect(uploads).toHaveLength(1);
    const left = uploads.flatMap((folder) =>
      readdirSync(join(stage.folder, folder), { encoding: "utf8", recursive: true }),
    );
    expect(left).toEqual(["uploads"]);
  });

  test("erases what a server that was killed has left of forms", async () => {
    await using stage = await openStage();
    const abandoned = join(stage.folder, "goodword-uploads-999999999-left");
    mkdirSync(abandoned);
    const [url = ""] = stage.urls;
    // The first page has the folder of forms made.
    expect((await fetch(url, { redirect: "manual" })).status).toBe(303);
    expect(existsSync(abandoned)).toBe(false);
  });
});

const postgres = await startPostgres();
skipUnless(typeof postgres !== "string", `the console over PostgreSQL: ${postgres}`);
afterAll(() => typeof postgres !== "string" && postgres[Symbol.dispose]());

describe("Two servers over one database", () => {
  const claimAtOnce = async (stage: Stage, count: number) => {
    const path = await stage.link();
    const claims = Array.from({ length: count }, (_, at) => {
      const url = stage.urls[at % stage.urls.length] ?? "";
      return post(url, path, { name: `P${at}`, password: PASSWORD });
    });
    const answers = await Promise.all(claims);
    return answers.filter(({ status }) => status === 303);
  };

  test("make one owner of a thousand claims of one link at once", async () => {
    await using stage = await openStage({ servers: 2 });
    const [won, ...others] = await claimAtOnce(stage, 1000);
    expect(others).toEqual([]);
    for (const url of stage.urls) {
      const people = await (await fetch(`${url}/people`, { headers: { Cookie: cookieOf(won, url) } })).text();
      expect(people.match(/<td role="cell" data-label="Name">/g)).toHaveLength(1);
    }
  });

  test("on PostgreSQL too, and a session that was opened on one holds on the other until it ends on either", async () => {
    if (typeof postgres === "string") return;
    await using stage = await openStage({ database: postgres.url, servers: 2 });
    const [won, ...others] = await claimAtOnce(stage, 200);
    expect(others).toEqual([]);
    const [one = "", other = ""] = stage.urls;
    const cookieAt = (url: string) => ({ Cookie: cookieOf(won, url) });
    for (const url of [one, other]) expect((await fetch(`${url}/people`, { headers: cookieAt(url) })).status).toBe(200);
    await post(other, "/logout", {}, cookieAt(other));
    expect((await fetch(`${one}/people`, { headers: cookieAt(one), redirect: "manual" })).status).toBe(303);
  });
});

const PROGRAMS = [
  ["from source", undefined],
  ["as the binary", [BINARY]],
] as const;

describe.skipIf(isWithoutBrowser())("In a browser", () => {
  const open = sharedBrowser();

  for (const [name, program] of PROGRAMS) {
    const isThere = program === undefined || existsSync(BINARY);
    test.skipIf(skipUnless(isThere, "the binary: run `bun run build` first"))(
      `a passkey claims the console and logs in again, ${name}`,
      async () => {
        await using stage = await openStage(program === undefined ? {} : { program });
        const [url = ""] = stage.urls;
        await using visit = await open();
        const { page } = visit;
        const client = await page.context().newCDPSession(page);
        await client.send("WebAuthn.enable");
        await client.send("WebAuthn.addVirtualAuthenticator", {
          options: {
            protocol: "ctap2",
            transport: "internal",
            hasResidentKey: true,
            hasUserVerification: true,
            isUserVerified: true,
            automaticPresenceSimulation: true,
          },
        });
        await page.goto(url + (await stage.link()));
        await page.getByLabel("Your name").fill("Olive");
        await page.getByRole("button", { name: "Use a passkey instead" }).click();
        await page.waitForURL(`${url}/`);
        await page.context().clearCookies();
        await page.goto(`${url}/account`);
        await page.getByRole("button", { name: "Log in with a passkey" }).click();
        await page.waitForURL(`${url}/account`);
        expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Olive");
      },
    );
  }
});
