/** Sets up this machine with reviews and a console at an https address, and checks its server. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, fchmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import caddyfile from "../../../ops/Caddyfile" with { type: "text" };
import unit from "../../../ops/goodword.service" with { type: "text" };
import { readConfig } from "../../config.ts";
import { GoodwordError, usageFault } from "../../errors.ts";
import { writeAtomically } from "../../system.ts";
import type { CommandCall, Outcome } from "../command.ts";

interface Machine {
  readonly hasSystemd: boolean;
  readonly hasCaddy: boolean;
  /** The file of this program; null if it runs from the source tree. */
  readonly program: string | null;
  readonly folder: string;
  read(path: string): string | null;
}

type Step =
  | { readonly kind: "write"; readonly path: string; readonly text: string; readonly mode?: number }
  | { readonly kind: "copy"; readonly from: string; readonly to: string }
  /** `mayFail`: a failure is left for the person to read. */
  | { readonly kind: "run"; readonly command: readonly string[]; readonly mayFail?: boolean }
  | { readonly kind: "serve"; readonly environment: Readonly<Record<string, string>> }
  | { readonly kind: "next"; readonly text: string };

const PROGRAM = "/usr/local/bin/goodword";
const ENVIRONMENT = "/etc/goodword/environment";
const EXAMPLE = "reviews.example.com";
const CONSOLE_LINK = [
  ..."systemd-run --quiet --pipe --wait -p DynamicUser=yes -p User=goodword -p StateDirectory=goodword".split(" "),
  "-p",
  `EnvironmentFile=${ENVIRONMENT}`,
  "-E",
  "DATABASE_URL=file:/var/lib/goodword/goodword.sqlite",
  PROGRAM,
  "console",
  "link",
];

/** Running the steps again changes only what differs, and keeps the owner's own lines in settings files. */
export function planUp(domain: string, machine: Machine): Step[] {
  const settings = {
    BASE_URL: `https://${domain}`,
    CONSOLE_URL: `https://${domain}:8443`,
    TRUST_PROXY: "127.0.0.1",
  };
  const site = caddyfile.replaceAll(EXAMPLE, domain);
  if (!machine.hasSystemd) {
    const path = join(machine.folder, "goodword.caddyfile");
    const command = ["caddy", "start", "--adapter", "caddyfile", "--config", path];
    return [
      { kind: "write", path, text: site },
      ...(machine.hasCaddy ? [{ kind: "run", command, mayFail: true } as const] : withoutCaddy(domain)),
      { kind: "serve", environment: { ...settings, HOST: "127.0.0.1" } },
    ];
  }
  const { program } = machine;
  return [
    ...(program === null || program === PROGRAM ? [] : [{ kind: "copy", from: program, to: PROGRAM } as const]),
    { kind: "write", path: "/etc/systemd/system/goodword.service", text: unit },
    { kind: "write", path: ENVIRONMENT, text: withSettings(machine.read(ENVIRONMENT) ?? "", settings), mode: 0o600 },
    ...run("systemctl daemon-reload", "systemctl enable goodword", "systemctl restart goodword"),
    ...(machine.hasCaddy ? caddySteps(site, machine) : withoutCaddy(domain)),
    // Fails with a message if the console has an owner.
    { kind: "run", command: CONSOLE_LINK, mayFail: true },
  ];
}

const CADDY_FOLDER = "/etc/caddy";

function caddySteps(site: string, { read }: Machine): Step[] {
  const main = `${CADDY_FOLDER}/Caddyfile`;
  const own = "goodword.caddyfile";
  const text = read(main) ?? "";
  const isIncluded = new RegExp(`^\\s*import\\s+(\\S*/)?${own}\\s*$`, "m").test(text);
  const included = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  return [
    { kind: "write", path: `${CADDY_FOLDER}/${own}`, text: site },
    ...(isIncluded ? [] : [{ kind: "write", path: main, text: `${included}import ${own}\n` } as const]),
    ...run("systemctl enable --now caddy", "systemctl reload caddy"),
  ];
}

function withoutCaddy(domain: string): Step[] {
  const text =
    `Caddy is not installed, so nothing answers at https://${domain} yet. Install it (Debian, Ubuntu: apt install caddy; else ` +
    "https://caddyserver.com/docs/install) and run this again, or set up another proxy as in docs/operating.md.";
  return [{ kind: "next", text }];
}

function run(...commands: string[]): Step[] {
  return commands.map((command) => ({ kind: "run", command: command.split(" ") }));
}

function withSettings(text: string, settings: Readonly<Record<string, string>>): string {
  const isSet = (line: string) => Object.keys(settings).some((name) => line.trimStart().startsWith(`${name}=`));
  const kept = text.split("\n").filter((line) => line !== "" && !isSet(line));
  return [...kept, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`), ""].join("\n");
}

function describeStep(step: Step): string {
  switch (step.kind) {
    case "write":
      return `write ${step.path}`;
    case "copy":
      return `copy ${step.from} to ${step.to}`;
    case "run":
      return step.command.join(" ");
    case "serve":
      return `${Object.entries(step.environment)
        .map(([name, value]) => `${name}=${value}`)
        .join(" ")} goodword serve`;
    case "next":
      return step.text;
  }
}

export async function up({ context, text, flag }: CommandCall): Promise<Outcome> {
  const domain = text("domain") ?? "";
  if (!/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(domain)) {
    throw usageFault(`--domain is ${JSON.stringify(domain)}, expected a name such as ${EXAMPLE}`);
  }
  const isSource = !basename(process.execPath).startsWith("goodword");
  const machine: Machine = {
    hasSystemd: existsSync("/run/systemd/system"),
    hasCaddy: (context.env.PATH ?? "").split(":").some((folder) => existsSync(join(folder, "caddy"))),
    program: isSource ? null : process.execPath,
    folder: context.folder,
    read: (path) => (existsSync(path) ? readFileSync(path, "utf8") : null),
  };
  const steps = planUp(domain, machine);
  const lines = steps.map(describeStep);
  if (flag("dry-run")) return { lines, data: { steps: lines } };
  if (machine.hasSystemd && process.getuid?.() !== 0) throw usageFault("up writes to /etc: run it as root, with sudo");
  if (machine.hasSystemd && isSource) throw usageFault("The service needs the binary: bun run build makes it");
  const addresses = [`Reviews: https://${domain}`, `Console: https://${domain}:8443`];
  for (const step of steps) {
    context.warn(`${describeStep(step)}\n`);
    if (step.kind === "serve") return { lines: [], data: null, exitCode: await context.serve(step.environment) };
    carryOut(step);
  }
  return { lines: addresses, data: { base_url: `https://${domain}`, console_url: `https://${domain}:8443` } };
}

export function carryOut(step: Exclude<Step, { kind: "serve" }>): void {
  if (step.kind === "write") {
    mkdirSync(dirname(step.path), { recursive: true });
    const { path, text, mode } = step;
    writeFileSync(path, text, { mode: mode ?? 0o644 });
    // A file that was there has kept its mode.
    if (mode !== undefined) chmodSync(path, mode);
  } else if (step.kind === "copy") {
    // A running binary cannot be overwritten, but replaced.
    const copy = (descriptor: number) => {
      writeFileSync(descriptor, readFileSync(step.from));
      // Whatever the umask of root is, the service runs as another user.
      fchmodSync(descriptor, 0o755);
    };
    writeAtomically(step.to, copy, { mode: 0o755, isDurable: true });
  } else if (step.kind === "run") {
    const [command = "", ...args] = step.command;
    const { status, error } = spawnSync(command, args, { stdio: "inherit" });
    if (status === 0 || step.mayFail) return;
    throw new GoodwordError("file", `${describeStep(step)}: ${error?.message ?? `ended with ${status}`}`);
  }
}

export async function health({ context }: CommandCall): Promise<Outcome> {
  const { host, port } = readConfig(context.env);
  const local = host === "0.0.0.0" ? "127.0.0.1" : host.includes(":") ? "[::1]" : host;
  const url = `http://${local}:${port}/healthz`;
  const status = await context.fetch(url).then(
    ({ status }) => String(status),
    () => "no answer",
  );
  return { lines: [`${url}: ${status}`], data: { url, status }, exitCode: status === "200" ? 0 : 1 };
}
