/**
 * The programs that tests need beside Bun, by the Debian package that has each. A machine without one skips the tests that
 * need it and says so; `.ci/run` installs all of them.
 */

export const TOOLS = {
  bash: "bash",
  chromium: "chromium",
  haproxy: "haproxy",
  minisign: "minisign",
  php: "php-cli",
  pg_ctlcluster: "postgresql-15",
  pgbouncer: "pgbouncer",
  promtool: "prometheus",
  python3: "python3",
  strace: "strace",
} as const;

export type Tool = keyof typeof TOOLS;

/** For `test.skipIf()`: true unless the tests can run here, with the reason on standard error. */
export function skipUnless(isPossible: boolean, reason: string): boolean {
  if (!isPossible) console.warn(`SKIPPED: ${reason}`);
  return !isPossible;
}

/** For `test.skipIf()`: true when a tool is missing, with its package on standard error. */
export function isMissing(tool: Tool): boolean {
  return skipUnless(Bun.which(tool) !== null, `tests that need ${tool} (Debian package ${TOOLS[tool]})`);
}

/** Debian's packages of the tools that this machine does not have. */
export function missingPackages(): string[] {
  const missing = Object.entries(TOOLS).filter(([tool]) => Bun.which(tool) === null);
  return [...new Set(missing.map(([, name]) => name))];
}

if (import.meta.main) console.log(missingPackages().join(" "));
