/** ops/: what installs Goodword takes the steps that it prints, and nothing that is not signed. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../package.json";
import { installScript, publicKeyOf, signChecksums, writeChecksums } from "../../scripts/checksums.ts";
import { IMAGE } from "../../scripts/image.ts";
import { carryOut, planUp } from "../../src/cli/commands/up.ts";
import { Workshop } from "../support/command_line.ts";
import { ROOT } from "../support/source_files.ts";
import { findTool, isMissing, skipUnless } from "../support/tools.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
/** As Compose writes it. */
const DOMAIN = "$" + "{DOMAIN}";
const isOnLinux = process.platform === "linux";
/** Whether a process of this machine may see another /usr/local/bin than the others. */
const canHide =
  isOnLinux && Bun.spawnSync(["unshare", "-rm", "mount", "--bind", "/tmp", "/usr/local/bin"]).exitCode === 0;

describe.skipIf(skipUnless(isOnLinux, "ops/install.sh: on Linux"))("ops/install.sh", () => {
  test("--dry-run prints each step, and needs neither root nor a network", () => {
    const command = ["sh", join(ROOT, "ops/install.sh"), "--dry-run", "reviews.example.com"];
    const { exitCode, stdout, stderr } = Bun.spawnSync(command, {
      env: { PATH: "/usr/bin:/bin", INSTALL_FROM: "http://127.0.0.1:1" },
    });
    expect([exitCode, String(stderr)]).toEqual([0, ""]);
    expect(String(stdout).match(/^\+ (fetch|verify|install|\S+\/goodword up).*$/gm)).toEqual([
      "+ fetch SHA256SUMS",
      "+ fetch SHA256SUMS.minisig",
      expect.stringMatching(/^\+ fetch goodword-unreleased-linux-/),
      expect.stringMatching(/^\+ verify goodword-unreleased-linux-/),
      expect.stringMatching(/^\+ install -m 755 goodword-\S+ \/usr\/local\/bin\/goodword$/),
      "+ /usr/local/bin/goodword up --domain reviews.example.com",
    ]);
  });

  test.skipIf(isMissing("shellcheck"))("has nothing that shellcheck objects to", () => {
    const { stdout } = Bun.spawnSync([findTool("shellcheck") ?? "", join(ROOT, "ops/install.sh")]);
    expect(String(stdout)).toBe("");
  });

  test.skipIf(skipUnless(canHide && !isMissing("minisign"), "install.sh installs: with minisign and mount namespaces"))(
    "installs what is signed by the release's key, and nothing else",
    async () => {
      using shop = new Workshop();
      mkdirSync(shop.path("bin"));
      const secret = shop.path("release.key");
      const made = Bun.spawnSync(["minisign", "-G", "-W", "-p", shop.path("release.pub"), "-s", secret]);
      expect(made.exitCode).toBe(0);
      const sealed = (text: string) => {
        for (const platform of ["x64", "x64-baseline", "x64-musl", "arm64", "arm64-musl"]) {
          shop.write(`release/goodword-1.0.0-linux-${platform}`, text);
        }
      };
      sealed("as released");
      await writeChecksums(shop.path("release"));
      await signChecksums(shop.path("release"), secret, "goodword 1.0.0");
      shop.write("install.sh", installScript(read("ops/install.sh"), "1.0.0", await publicKeyOf(secret)));
      const file = (url: string) => Bun.file(shop.path(`release${new URL(url).pathname}`));
      await using site = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: ({ url }) => new Response(file(url)) });
      const env = { PATH: process.env.PATH ?? "", INSTALL_FROM: `http://127.0.0.1:${site.port}` };
      const install = async () => {
        const script = `mount --bind ${shop.path("bin")} /usr/local/bin && sh ${shop.path("install.sh")}`;
        const child = Bun.spawn(["unshare", "-rm", "sh", "-c", script], { env, stderr: "pipe", stdout: "ignore" });
        return [await child.exited, await new Response(child.stderr).text()];
      };
      sealed("changed");
      expect(await install()).toEqual([1, expect.stringContaining("is not what was signed; nothing was installed\n")]);
      await writeChecksums(shop.path("release"));
      expect(await install()).toEqual([
        1,
        expect.stringMatching(/SHA256SUMS is not signed by \S+; nothing was installed\n$/),
      ]);
      expect(shop.has("bin/goodword")).toBe(false);
      await signChecksums(shop.path("release"), secret, "goodword 1.0.0");
      expect(await install()).toEqual([0, ""]);
      expect(shop.read("bin/goodword")).toBe("changed");
    },
  );
});

describe("goodword up", () => {
  const bare = {
    hasSystemd: true,
    hasCaddy: true,
    program: "/usr/local/bin/goodword",
    folder: "/srv",
    read: () => null,
  };
  const said = (steps: ReturnType<typeof planUp>) =>
    steps.map((step) =>
      step.kind === "write" ? step.path : step.kind === "run" ? step.command.slice(0, 3).join(" ") : step.kind,
    );

  test("installs the unit, the settings and a site of Caddy, starts both and prints the link", () => {
    expect(said(planUp("reviews.acme.test", bare))).toEqual([
      "/etc/systemd/system/goodword.service",
      "/etc/goodword/environment",
      "systemctl daemon-reload",
      "systemctl enable goodword",
      "systemctl restart goodword",
      "/etc/caddy/goodword.caddyfile",
      "/etc/caddy/Caddyfile",
      "systemctl enable --now",
      "systemctl reload caddy",
      "systemd-run --quiet --pipe",
    ]);
  });

  test("settings that others could read are the owner's alone from then on", () => {
    const folder = mkdtempSync(join(tmpdir(), "goodword-up-"));
    const path = join(folder, "environment");
    writeFileSync(path, "SMTP_URL=smtp://mail.test\n", { mode: 0o644 });
    carryOut({ kind: "write", path, text: "SMTP_URL=smtp://mail.test\n", mode: 0o600 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    rmSync(folder, { recursive: true });
  });

  test("done again, leaves alone what the owner added, and what Caddy serves besides", () => {
    const files: Readonly<Record<string, string>> = {
      "/etc/goodword/environment": "BASE_URL=https://old.test\nSMTP_URL=smtp://mail.test\n",
      "/etc/caddy/Caddyfile": "shop.acme.test {\n}\nimport goodword.caddyfile\n",
    };
    const steps = planUp("reviews.acme.test", { ...bare, read: (path) => files[path] ?? null });
    const written = new Map(steps.flatMap((step) => (step.kind === "write" ? [[step.path, step.text]] : [])));
    expect(written.get("/etc/goodword/environment")?.split("\n")).toEqual([
      "SMTP_URL=smtp://mail.test",
      "BASE_URL=https://reviews.acme.test",
      "CONSOLE_URL=https://reviews.acme.test:8443",
      "TRUST_PROXY=127.0.0.1",
      "",
    ]);
    expect(written.has("/etc/caddy/Caddyfile")).toBe(false);
    expect(written.get("/etc/caddy/goodword.caddyfile")).toContain("\nreviews.acme.test:8443 {\n");
    expect(written.get("/etc/caddy/goodword.caddyfile")).not.toContain("example.com");
  });

  test("names the next step where Caddy is missing, and serves by itself without systemd", () => {
    expect(said(planUp("acme.test", { ...bare, hasCaddy: false }))).toContain("next");
    expect(said(planUp("acme.test", { ...bare, hasSystemd: false }))).toEqual([
      "/srv/goodword.caddyfile",
      "caddy start --adapter",
      "serve",
    ]);
  });

  test.each(["localhost", "https://acme.test", "acme.test:80", "a b.test", ""])(
    "refuses %j as a domain",
    async (name) => {
      using shop = new Workshop();
      expect(await shop.run("up", "--dry-run", "--domain", name)).toMatchObject({ code: 2 });
    },
  );
});

test("goodword health is 1 where nothing answers", async () => {
  using shop = new Workshop();
  expect(await shop.run("health")).toMatchObject({ code: 1, out: "http://127.0.0.1:3000/healthz: no answer\n" });
});

describe("ops/compose.yaml", () => {
  const { services, configs } = Bun.YAML.parse(read("ops/compose.yaml")) as {
    services: { goodword: { image: string; environment: Record<string, string> } };
    configs: { caddyfile: { content: string } };
  };

  test("takes the image of this version, and asks for one variable alone: the domain", () => {
    expect(services.goodword.image).toBe(`${IMAGE}:${version}`);
    expect([...new Set(read("ops/compose.yaml").match(/\$\{\w+/g))]).toEqual(["${DOMAIN"]);
    expect(services.goodword.environment).toMatchObject({
      CONSOLE_URL: `https://${DOMAIN}:8443`,
      TRUST_PROXY: "127.0.0.1",
    });
  });

  test("has the site of ops/Caddyfile", () => {
    const lines = (text: string) => text.split("\n").map((line) => line.trim());
    const site = read("ops/Caddyfile").replaceAll("reviews.example.com", DOMAIN);
    expect(lines(configs.caddyfile.content)).toEqual(lines(site).slice(2));
  });
});
