/** Several who want the same: one database, one lock, one port, one table of descriptors. */
import { Database } from "bun:sqlite";
import { connect, type Socket } from "node:net";
import { promisedMs } from "../../test/support/test_limit.ts";
import { pause } from "../../test/support/wait.ts";
import { ensure, type Stage } from "./stage.ts";
import { askHub, subscribe, Witness, watchedSubscriber } from "./witness.ts";

/** Another process holds the write lock: readers do not notice, the hub accepts or refuses, an import waits. */
export async function lockHeld(stage: Stage): Promise<void> {
  const witness = new Witness();
  using subscriber = watchedSubscriber(witness);
  await stage.import();
  const service = await stage.serve();
  const holder = new Database(stage.database);
  holder.run("BEGIN IMMEDIATE");
  stage.faults++;
  const running = stage.startImport(stage.nextGeneration());
  const asked = askHub(service.url, subscriber.callback);
  await witness.during(() => service.url, pause(stage.between(500, 2500)));
  holder.run("ROLLBACK");
  holder.close();
  const { status } = await asked;
  ensure(status === 202 || status === 503, `the hub answers ${status} while the lock is held`);
  const { code, err } = await running.ended;
  ensure(code === 0, `an import that waited for a lock ended with ${code}: ${err}`);
  await witness.untilVisible(stage, service.url);
  await subscribe(service, subscriber.callback);
}

/** What a server may take to be well again, in milliseconds. */
const WELL_WITHIN_MS = promisedMs(15_000);

const ASK_AGAIN_MS = 1000;

/** More connections than the server may open: it stays up, and is well again when they leave. */
export async function fewDescriptors(stage: Stage): Promise<void> {
  await stage.import();
  const service = await stage.serve({}, ["bash", "-c", `ulimit -n 128; exec "$@"`, "bash"]);
  const witness = new Witness();
  await witness.untilVisible(stage, service.url);
  const crowd = Array.from({ length: 250 }, () => quietSocket(service.port));
  stage.faults++;
  await pause(500);
  await stage.import();
  for (const socket of crowd) socket.destroy();
  for (const deadline = performance.now() + WELL_WITHIN_MS; ; await pause(100)) {
    const answered = witness.read(service.url, "/reviews.json").then(
      () => true,
      () => false,
    );
    // A connection that came while there was no descriptor for it is seen with the next one only: so ask again.
    const isWell = await Promise.race([answered, pause(ASK_AGAIN_MS).then(() => false)]);
    if (isWell) break;
    const { code, err } = (await Promise.race([service.ended, pause(0)])) ?? { code: undefined, err: "" };
    ensure(code === undefined, `the server ended with ${code} under the crowd: ${err.slice(-500)}`);
    ensure(performance.now() < deadline, "the server did not answer 15 s after the crowd had left");
  }
  await witness.untilVisible(stage, service.url);
  await stage.import();
  await witness.untilVisible(stage, service.url);
}

function quietSocket(port: number): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  return socket;
}
