/** Signals at any instant of a start, and database files that are taken from a running server. */
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { spawnGoodword } from "../../test/support/goodword_process.ts";
import { pause } from "../../test/support/wait.ts";
import { ensure, type Stage } from "./stage.ts";
import { Witness } from "./witness.ts";

const PATHS = ["/", "/reviews.json", "/api/reviews/search", "/readyz"];

/** A server is stopped at a random instant of its start, while clients ask: it ends with 0, and nobody is told of a fault. */
export async function stoppedEarly(stage: Stage, rounds = 5): Promise<void> {
  await stage.import();
  for (let round = 0; round < rounds; round++) {
    const child = spawnGoodword(["serve"], { environment: stage.environment() });
    const asked = PATHS.map((path) => statuses(child, path));
    await pause(stage.between(0, 400));
    child.signal(stage.pick(["SIGTERM", "SIGINT"]));
    stage.faults++;
    const { code, err } = await child.ended;
    // Before the runtime runs anything of ours, a signal simply ends the process.
    ensure(code === 0 || (code === null && err === ""), `a server stopped at its start ended with ${code}: ${err}`);
    ensure(!/\n\s+at |rror/.test(err), `a server stopped at its start says: ${err}`);
    const odd = (await Promise.all(asked)).flat().filter((status) => status !== 200 && status !== 503);
    ensure(odd.length === 0, `a server stopped at its start answers ${odd}`);
  }
}

/** What a path is answered with until the server has ended. */
async function statuses(child: ReturnType<typeof spawnGoodword>, path: string): Promise<number[]> {
  const seen: number[] = [];
  let hasEnded = false;
  void child.ended.then(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    const port = /"Listening"[^\n]*?:\/\/[^\n"]*?:(\d+)"/.exec(child.log())?.[1];
    const status = port && (await fetch(`http://127.0.0.1:${port}${path}`).then(({ status }) => status, ignoreRefusal));
    if (typeof status === "number") seen.push(status);
    await pause(3);
  }
  return seen;
}

const ignoreRefusal = () => null;

type Taking = (stage: Stage, backup: string) => void;

const TAKEN: Readonly<Record<string, Taking>> = {
  "replaced by a backup": ({ database }, backup) => renameSync(backup, database),
  "deprived of its log": ({ database }) => rmSync(`${database}-wal`),
};

/** A database is replaced and its log deleted under a server, which notices and ends; after a restart all goes on. */
export async function fileTaken(stage: Stage): Promise<void> {
  const witness = new Witness();
  await stage.import();
  for (const [how, take] of Object.entries(TAKEN)) {
    const service = await stage.serve();
    await witness.untilVisible(stage, service.url);
    const backup = join(stage.folder, "backup.sqlite");
    rmSync(backup, { force: true });
    await stage.command("backup", backup);
    take(stage, backup);
    stage.faults++;
    const { code, err } = await service.ended;
    ensure(
      code === 3 && /\ngoodword: [^\n]+ (?:replaced|deleted)[^\n]*\n$/.test(err),
      `${how}: ended with ${code}: ${err}`,
    );
  }
  const service = await stage.serve();
  await witness.untilVisible(stage, service.url);
  await stage.import();
  await witness.untilVisible(stage, service.url);
  await service.kill("SIGTERM");
  stage.ensureIntegrity();
}
