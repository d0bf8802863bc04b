/** Processes that end at bad moments. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pause } from "../../test/support/wait.ts";
import { ensure, type Stage } from "./stage.ts";
import { subscribe, Witness, watchedSubscriber } from "./witness.ts";

/**
 * Server, import or both are killed while the import runs, again and again, under the eyes of readers: nothing acknowledged is lost, to
 * them or to a subscriber, and nobody sees a part of an import.
 */
export async function killed(stage: Stage, victims: readonly ("server" | "import")[], rounds = 3): Promise<void> {
  const witness = new Witness();
  using subscriber = watchedSubscriber(witness);
  await stage.import();
  let service = await stage.serve();
  await subscribe(service, subscriber.callback);
  for (let round = 0; round < rounds; round++) {
    const running = stage.startImport(stage.nextGeneration());
    await witness.during(() => service.url, pause(stage.between(0, 500)));
    if (victims.includes("import")) running.signal(stage.pick(["SIGKILL", "SIGKILL", "SIGTERM"]));
    if (victims.includes("server")) await service.kill();
    stage.faults++;
    await running.ended;
    if (victims.includes("server")) {
      stage.ensureIntegrity();
      service = await stage.serve();
    }
    await witness.untilVisible(stage, service.url);
  }
  await stage.import();
  await witness.untilVisible(stage, service.url);
  await subscriber.until(stage.acknowledged);
  await service.kill();
  stage.ensureIntegrity();
}

const CALLS = ["pwrite64", "fsync", "ftruncate"] as const;

/** Whether there is strace, and this process may trace another. */
export const hasStrace = spawnSync("strace", ["-o", "/dev/null", "true"]).status === 0;

/**
 * Imports meet their end, or an error of the disk, at the Nth call that changes the file. A run takes a few of them, spread
 * evenly from a random first; many runs come past all.
 */
export async function eachWrite(stage: Stage, rounds = 6): Promise<void> {
  const witness = new Witness();
  await stage.import();
  const calls = await callsOfAnImport(stage);
  const service = await stage.serve();
  const first = stage.between(0, calls.length - 1);
  for (let round = 0; round < rounds; round++) {
    const { call, nth } = calls[(first + Math.floor((round * calls.length) / rounds)) % calls.length]!;
    const fault = stage.pick(["signal=SIGKILL", "signal=SIGKILL", "error=ENOSPC", "error=EIO"]);
    const next = stage.nextGeneration();
    const running = stage.startImport(next, strace(stage, `inject=${call}:${fault}:when=${nth}`));
    const { code, err } = await witness.during(() => service.url, running.ended);
    stage.faults++;
    if (fault.startsWith("error") && code !== 0) {
      ensure(code === 3 && /^goodword: [^\n]+\n$/.test(err), `${fault} at ${call} ${nth} ended with ${code}: ${err}`);
    }
    await witness.untilVisible(stage, service.url);
  }
  await stage.import();
  await witness.untilVisible(stage, service.url);
  await service.kill();
  stage.ensureIntegrity();
}

interface FileCall {
  readonly call: string;
  readonly nth: number;
}

async function callsOfAnImport(stage: Stage): Promise<FileCall[]> {
  const trace = join(stage.folder, "trace.txt");
  const { code, err } = await stage.startImport(stage.nextGeneration(), strace(stage, `trace=${CALLS.join()}`)).ended;
  ensure(code === 0, `a traced import ended with ${code}: ${err}`);
  const seen = new Map<string, number>();
  // Process ids stand in a column of five characters, so short ones are followed by more than one space.
  return Array.from(readFileSync(trace, "utf8").matchAll(/^\d+ +(\w+)\(/gm), ([, call = ""]) => {
    const nth = (seen.get(call) ?? 0) + 1;
    seen.set(call, nth);
    return { call, nth };
  });
}

function strace({ folder, database }: Stage, expression: string): string[] {
  const files = ["", "-wal"].flatMap((ending) => ["-P", database + ending]);
  return [
    "strace",
    "-f",
    "-qq",
    "-o",
    join(folder, "trace.txt"),
    ...files,
    "-e",
    `trace=${CALLS.join()}`,
    "-e",
    expression,
  ];
}
