/** The examples of proxies in ops/, by the real programs in front of the real server. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OTHER_WAYS_TO_METRICS } from "../support/other_ways.ts";
import { type RunningServer, sendRaw, startServer } from "../support/server.ts";
import { isMissing } from "../support/tools.ts";
import { untilListening } from "../support/wait.ts";

const example = (name: string) => readFileSync(new URL(`../../ops/${name}`, import.meta.url), "utf8");

/** The example in a language of docs/console.md. */
function consoleExample(language: string): string {
  const text = readFileSync(new URL("../../docs/console.md", import.meta.url), "utf8");
  return text.split(`\`\`\`${language}\n`)[1]?.split("```")[0] ?? "";
}

let goodword: RunningServer;
let consolePort: number;
beforeAll(async () => {
  consolePort = freePort();
  const environment = { CONSOLE_PORT: String(consolePort), CONSOLE_URL: "https://console.example.com" };
  goodword = await startServer({ environment });
});
afterAll(() => goodword[Symbol.asyncDispose]());

/** A proxy on a port of its own, from its configuration and how it is started with that. */
async function startProxy(configurationOf: (port: number, folder: string) => string, command: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "goodword-proxy-"));
  const port = freePort();
  const file = join(folder, "configuration");
  writeFileSync(file, configurationOf(port, folder));
  const environment = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = Bun.spawn([...command, file], { env: environment, stdout: "ignore", stderr: "ignore" });
  await untilListening(port);
  return {
    port,
    get: (target: string) =>
      sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: reviews.example.com\r\nConnection: close\r\n\r\n`),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
      rmSync(folder, { recursive: true });
    },
  };
}

function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}

/** The example where the test may run it: on ports of this machine, and with figures for nobody. */
function nginxConfiguration(port: number, folder: string): string {
  return nginxWith(siteConfiguration(port), folder);
}

function siteConfiguration(port: number): string {
  return example("nginx.conf")
    .replace("server 127.0.0.1:3000;", `server 127.0.0.1:${goodword.port};`)
    .replace("listen 80;", `listen 127.0.0.1:${port};`)
    .replace("    listen [::]:80;\n", "")
    .replace("allow 127.0.0.1;", "");
}

function nginxWith(site: string, folder: string): string {
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder};`);
  return `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
    events { worker_connections 64; }
    http { access_log off; ${paths.join(" ")} ${site} }`;
}

function caddyConfiguration(port: number): string {
  const site = example("Caddyfile")
    .replace("reviews.example.com {", `http://reviews.example.com:${port} {\n\tbind 127.0.0.1`)
    .replace("127.0.0.1:3000", `127.0.0.1:${goodword.port}`);
  return `{\n\tadmin off\n}\n${site}`;
}

async function handsOnWhatIsPublic(proxy: Awaited<ReturnType<typeof startProxy>>): Promise<void> {
  expect((await proxy.get("/reviews.json")).status).toBe(200);
  expect((await proxy.get("/api/reviews/search?query=a\\..\\b")).status).toBe(200);
  for (const target of ["/metrics", "/metrics?x", "/metrics#x", ...OTHER_WAYS_TO_METRICS]) {
    const { body } = await proxy.get(target);
    expect([target, body.includes("goodword_")]).toEqual([target, false]);
  }
}

test.skipIf(isMissing("nginx"))("ops/nginx.conf hands on what is public, and figures by no way around it", async () => {
  await using proxy = await startProxy(nginxConfiguration, ["nginx", "-e", "stderr", "-c"]);
  await handsOnWhatIsPublic(proxy);
});

test.skipIf(isMissing("caddy"))("ops/Caddyfile hands on what is public, and figures by no way around it", async () => {
  await using proxy = await startProxy(caddyConfiguration, ["caddy", "run", "--adapter", "caddyfile", "--config"]);
  await handsOnWhatIsPublic(proxy);
});

/** As over https, which the proxies of the test are not asked for. */
async function handsOnTheConsole(proxy: Awaited<ReturnType<typeof startProxy>>): Promise<void> {
  const link = JSON.parse((await goodword.command("console", "link", "--role", "owner", "--json")).out) as {
    url: string;
  };
  const path = new URL(link.url).pathname;
  const host = "Host: console.example.com\r\nConnection: close";
  expect((await sendRaw(proxy.port, `GET ${path} HTTP/1.1\r\n${host}\r\n\r\n`)).status).toBe(200);
  const body = `name=Olive${proxy.port}&password=three+plain+words`;
  const type = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}`;
  const post = (origin: string) =>
    sendRaw(proxy.port, `POST ${path} HTTP/1.1\r\n${host}\r\nOrigin: ${origin}\r\n${type}\r\n\r\n${body}`);
  expect((await post("https://reviews.example.com")).status).toBe(403);
  const claimed = await post("https://console.example.com");
  expect([claimed.status, claimed.headers.get("Set-Cookie")]).toEqual([
    303,
    expect.stringMatching(/^__Host-session=.*Secure/),
  ]);
}

test.skipIf(isMissing("nginx"))(
  "docs/console.md has a site for nginx, behind which the console is claimed",
  async () => {
    const site = (port: number) =>
      consoleExample("nginx")
        .replace("listen 80;", `listen 127.0.0.1:${port};`)
        .replace("127.0.0.1:3080", `127.0.0.1:${consolePort}`);
    await using proxy = await startProxy(
      (port, folder) => nginxWith(site(port), folder),
      ["nginx", "-e", "stderr", "-c"],
    );
    await handsOnTheConsole(proxy);
  },
);

test.skipIf(isMissing("caddy"))(
  "docs/console.md has a site for Caddy, behind which the console is claimed",
  async () => {
    const site = (port: number) =>
      consoleExample("caddyfile")
        .replace("console.example.com {", `http://console.example.com:${port} {\n\tbind 127.0.0.1`)
        .replace("127.0.0.1:3080", `127.0.0.1:${consolePort}`);
    await using proxy = await startProxy(
      (port) => `{\n\tadmin off\n}\n${site(port)}`,
      ["caddy", "run", "--adapter", "caddyfile", "--config"],
    );
    await handsOnTheConsole(proxy);
  },
);
