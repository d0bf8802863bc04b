/** A server that npx started ends with it. */
import { expect, test } from "bun:test";
import { launchersOf } from "../../src/server/launchers.ts";
import { Workshop } from "../support/command_line.ts";
import { startService } from "../support/goodword_process.ts";

/** Runs its arguments as npx does: in a shell of its own, whose number it says. */
const AS_NPX = `sh -c '"$@"; exit $?' sh "$@" &
echo "shell $!" >&2
wait
`;

test.each(["SIGTERM", "SIGKILL"] as const)(
  "a server ends when %s ends the shell that npx runs it in",
  async (signal) => {
    using shop = new Workshop();
    const npx = shop.write("npx.sh", AS_NPX);
    const service = await startService({
      environment: { ...ENVIRONMENT, DATABASE_URL: `file:${shop.database}`, npm_command: "run-script" },
      launcher: ["bash", "-c", 'exec -a "npm exec bun@1.4.5 run start" bash "$@"', "bash", npx],
    });
    process.kill(Number(/shell (\d+)/.exec(service.log())?.[1]), signal);
    // Ends only once nobody holds its standard error any more.
    const { err } = await service.ended;
    expect(err).toContain('"Stopping"');
  },
);

const ENVIRONMENT = { HOST: "127.0.0.1", PORT: "0", GOODWORD_SEED: "none", LOG_FORMAT: "json" };

test("launchersOf() finds npx through the shell and bun run", () => {
  expect(
    launchersOf(9, lookUpIn({ 8: "bun run start", 7: "sh -c 'bun' run start", 6: "npm exec bun@1.4.5 run start" })),
  ).toEqual([8, 7, 6]);
});

test.each([
  ["a service manager", { 8: "bun run start", 7: "/usr/lib/systemd/systemd --user" }],
  [
    "a process manager that npx started",
    { 8: "PM2 v6.0: God Daemon", 7: "node pm2", 6: "sh -c pm2", 5: "npm exec pm2" },
  ],
  ["an ordinary shell", { 8: "bash", 7: "sshd: jane@pts/0" }],
  ["nobody that is still there", {}],
])("launchersOf() leaves a server to %s", (_, commands) => {
  expect(launchersOf(9, lookUpIn(commands))).toEqual([]);
});

/** Process 9 below those given by their numbers, each the child of the next lower one. */
function lookUpIn(commands: Readonly<Record<number, string>>) {
  const all: Readonly<Record<number, string>> = { 9: "bun src/main.ts", ...commands };
  return (pid: number) => {
    const command = all[pid];
    return command === undefined ? null : { parent: pid - 1, command };
  };
}
