/**
 * The programs that tests need beside Bun, by the Debian package that has each. A machine without one skips the tests that
 * need it, with a line on standard error; `.ci/run` installs all of them.
 */

export const TOOLS = {
  bash: "bash",
  caddy: "caddy",
  chromium: "chromium",
  haproxy: "haproxy",
  minisign: "minisign",
  nginx: "nginx-light",
  php: "php-cli",
  pg_ctlcluster: "postgresql-15",
  pgbouncer: "pgbouncer",
  promtool: "prometheus",
  python3: "python3",
  shellcheck: "shellcheck",
  strace: "strace",
} as const;

export type Tool = keyof typeof TOOLS;

/** For `test.skipIf()`: true unless the tests can run here, with the reason on standard error. */
export function skipUnless(isPossible: boolean, reason: string): boolean {
  if (!isPossible) console.warn(`SKIPPED: ${reason}`);
  return !isPossible;
}

/** The path of a program; null when it is missing. Debian's servers are in folders that not everybody's PATH names. */
export function findTool(tool: string, path = process.env.PATH ?? ""): string | null {
  return Bun.which(tool, { PATH: `${path}:/usr/local/sbin:/usr/sbin:/sbin` });
}

/** For `test.skipIf()`: true when a tool is missing, with its package on standard error. */
export function isMissing(tool: Tool): boolean {
  return skipUnless(findTool(tool) !== null, `tests that need ${tool} (Debian package ${TOOLS[tool]})`);
}

/** Debian's packages of the tools that this machine does not have. */
export function missingPackages(path?: string): string[] {
  const missing = Object.entries(TOOLS).filter(([tool]) => findTool(tool, path) === null);
  return [...new Set(missing.map(([, name]) => name))];
}

if (import.meta.main) console.log(missingPackages().join(" "));
