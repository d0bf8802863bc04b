/** The examples of proxies in ops/, by the real programs in front of the real server. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { Firms } from "../support/firms.ts";
import { OTHER_WAYS_TO_METRICS } from "../support/other_ways.ts";
import { type RunningServer, sendRaw, startServer } from "../support/server.ts";
import { isMissing } from "../support/tools.ts";
import { eventually, untilListening } from "../support/wait.ts";

const example = (name: string) => readFileSync(new URL(`../../ops/${name}`, import.meta.url), "utf8");

/** The example of docs/console.md. */
function consoleExample(): string {
  const text = readFileSync(new URL("../../docs/console.md", import.meta.url), "utf8");
  return text.split("```nginx\n")[1]?.split("```")[0] ?? "";
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

/** How each proxy is started, and a site of its configuration where the test may run it: at an address of this machine. */
const PROXIES = {
  nginx: {
    command: ["nginx", "-e", "stderr", "-c"],
    example: "nginx.conf",
    consoleSite: consoleExample,
    at: (site: string, port: number) =>
      site.replace("listen 80;", `listen 127.0.0.1:${port};`).replace("    listen [::]:80;\n", ""),
    configuration(site: string, folder: string) {
      const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder};`);
      return `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
        events { worker_connections 64; }
        http { access_log off; ${paths.join(" ")} ${site} }`;
    },
  },
  caddy: {
    command: ["caddy", "run", "--adapter", "caddyfile", "--config"],
    example: "Caddyfile",
    consoleSite: () => example("Caddyfile"),
    at: (site: string, port: number) =>
      site
        .replace("reviews.example.com:8443 {", `http://console.example.com:${port} {\n\tbind 127.0.0.1`)
        .replace("\nreviews.example.com {", `\nhttp://reviews.example.com:${port} {\n\tbind 127.0.0.1`),
    configuration: (site: string) => `{\n\tadmin off\n}\n${site}`,
  },
} as const;

/** A proxy with one site. */
function startWith({ command, at, configuration }: (typeof PROXIES)[keyof typeof PROXIES], site: string) {
  return startProxy((port, folder) => configuration(at(site, port), folder), command);
}

async function handsOnWhatIsPublic(proxy: Awaited<ReturnType<typeof startProxy>>): Promise<void> {
  expect((await proxy.get("/reviews.json")).status).toBe(200);
  expect((await proxy.get("/api/reviews/search?query=a\\..\\b")).status).toBe(200);
  for (const target of ["/metrics", "/metrics?x", "/metrics#x", ...OTHER_WAYS_TO_METRICS]) {
    const { body } = await proxy.get(target);
    expect([target, body.includes("goodword_")]).toEqual([target, false]);
  }
}

/** As over https, which the proxies of the test are not asked for. */
async function handsOnTheConsole(proxy: Awaited<ReturnType<typeof startProxy>>): Promise<void> {
  const link = JSON.parse((await goodword.command("console", "link", "--role", "owner", "--json")).out) as {
    url: string;
  };
  const path = new URL(link.url).pathname;
  const host = "Host: console.example.com\r\nConnection: close";
  expect((await sendRaw(proxy.port, `GET ${path} HTTP/1.1\r\n${host}\r\n\r\n`)).status).toBe(200);
  expect(await goodword.figures()).toContain("goodword_");
  for (const target of ["/metrics", ...OTHER_WAYS_TO_METRICS]) {
    const { body } = await sendRaw(proxy.port, `GET ${target} HTTP/1.1\r\n${host}\r\n\r\n`);
    expect([target, body.includes("goodword_")]).toEqual([target, false]);
  }
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

for (const name of ["nginx", "caddy"] as const) {
  const proxy = PROXIES[name];
  describe.skipIf(isMissing(name))(name, () => {
    test(`ops/${proxy.example} hands on what is public, and figures by no way around it`, async () => {
      const site = example(proxy.example).replace("127.0.0.1:3000", `127.0.0.1:${goodword.port}`);
      await using running = await startWith(proxy, site);
      await handsOnWhatIsPublic(running);
    });

    test("has a site in docs/console.md or ops/, behind which the console is claimed", async () => {
      const site = proxy.consoleSite().replace("127.0.0.1:3080", `127.0.0.1:${consolePort}`);
      await using running = await startWith(proxy, site);
      await handsOnTheConsole(running);
    });
  });
}

describe.skipIf(isMissing("caddy"))("ops/many/Caddyfile, before a server of many businesses", () => {
  const firms = new Firms();
  const { shop } = firms;
  const settings = Object.fromEntries(
    [...example("many/environment").matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
  const ownConsolePort = freePort();
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let kept = "";

  /** Names with a certificate. */
  const certified = () => readdirSync(join(kept, "caddy/certificates/local")).sort();
  const authority = () => readFileSync(join(kept, "caddy/pki/authorities/local/root.crt"), "utf8");

  /** As a browser does: the name is in the handshake, and its certificate has to be good. Null when none was given. */
  function visit(name: string, path: string): Promise<string | null> {
    return new Promise((resolve) => {
      let answer = "";
      const socket = connect({ host: "127.0.0.1", port: proxy.port, servername: name, ca: authority() }, () =>
        socket.write(`GET ${path} HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`),
      );
      socket.on("data", (bytes) => {
        answer += bytes;
      });
      socket.on("error", () => resolve(null));
      socket.on("close", () => resolve(answer === "" ? null : answer));
    });
  }

  beforeAll(async () => {
    shop.write("backups/.keep", "");
    await firms.addReviewed("ace");
    await firms.addReviewed("north", "https://chain.test/north/");
    const own = { ...firms.env, BACKUP_DIR: shop.path("backups"), HOST: "127.0.0.1", PORT: "0" };
    const server = await firms.serve({ ...settings, ...own, CONSOLE_PORT: String(ownConsolePort) });
    for (const address of ["https://ace.test/", "https://chain.test/north/"]) {
      await eventually(address, async () => (await firms.ask(`${address}reviews.json`)).ok);
    }
    await untilListening(ownConsolePort);
    proxy = await startProxy((port, folder) => {
      kept = folder;
      return example("many/Caddyfile")
        .replace(
          "{\n",
          `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n\thttps_port ${port}\n\tdefault_bind 127.0.0.1\n`,
        )
        .replaceAll(/(?<=(?:127\.0\.0\.1|localhost):)3080/g, String(ownConsolePort))
        .replace("127.0.0.1:3000", `127.0.0.1:${server.port}`);
    }, PROXIES.caddy.command);
    const certificate = "caddy/certificates/local/console.agency.example/console.agency.example.crt";
    await eventually("the console's certificate", () => existsSync(join(kept, certificate)));
  });

  afterAll(async () => {
    await proxy?.[Symbol.asyncDispose]();
    await firms[Symbol.asyncDispose]();
  });

  test("a name that a business is at gets a certificate with its first visitor, and that business answers", async () => {
    expect(certified()).not.toContain("ace.test");
    expect(await visit("ace.test", "/reviews.json")).toMatch(
      /^HTTP\/1\.1 200 [\s\S]*https:\/\/ace\.test\/reviews\/of-ace/,
    );
    expect(await visit("chain.test", "/north/reviews.json")).toMatch(/^HTTP\/1\.1 200 [\s\S]*of-north/);
    expect(await visit("chain.test", "/south/reviews.json")).toMatch(/^HTTP\/1\.1 421 /);
    expect(certified()).toEqual(expect.arrayContaining(["ace.test", "chain.test"]));
  });

  test("an unknown name gets none", async () => {
    for (const name of ["nobody.test", "www.ace.test"]) expect([name, await visit(name, "/")]).toEqual([name, null]);
    expect(certified().filter((name) => /nobody|www/.test(name))).toEqual([]);
  });

  test("a business that is added is served at its name without a restart, and one that is removed is not", async () => {
    expect(await visit("new.test", "/reviews.json")).toBeNull();
    await firms.addReviewed("new");
    await eventually("the new name", async () => (await visit("new.test", "/reviews.json"))?.includes("of-new"));
    expect((await shop.run("business", "remove", "new")).code).toBe(0);
    await eventually("421", async () => (await visit("new.test", "/reviews.json"))?.startsWith("HTTP/1.1 421 "));
  });

  test("figures are handed on at no name, and the console at its own alone", async () => {
    for (const [name, path] of [
      ["ace.test", "/metrics"],
      ["chain.test", "/north/metrics"],
      ...OTHER_WAYS_TO_METRICS.map((path): [string, string] => ["ace.test", path]),
    ] as const) {
      expect([path, (await visit(name, path))?.includes("goodword_")]).toEqual([path, false]);
    }
    expect(await visit("console.agency.example", "/metrics")).toMatch(/^HTTP\/1\.1 404 /);
    expect(await visit("ace.test", "/login")).toMatch(/^HTTP\/1\.1 404 /);
    expect(await visit("console.agency.example", "/login")).toMatch(/^HTTP\/1\.1 (?:200|303) /);
  });
});
