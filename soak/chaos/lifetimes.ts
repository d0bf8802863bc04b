/** Signals at any instant of a start. */
import { spawnGoodword } from "../../test/support/goodword_process.ts";
import { pause } from "../../test/support/wait.ts";
import { ensure, type Stage } from "./stage.ts";

const PATHS = ["/", "/reviews.json", "/api/reviews/search", "/readyz"];

/** A server is stopped at a random instant of its start, while clients ask: it ends with 0 and reports no fault. */
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
    ensure(!/\n\s+at |rror/.test(err), `a server stopped at its start printed: ${err}`);
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
