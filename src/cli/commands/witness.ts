/** Witnesses the logs of others: signs that they only grow. */
import { hostname } from "node:os";
import { GoodwordError } from "../../errors.ts";
import {
  COSIGNATURE,
  makeSigningKey,
  readSigningKey,
  readVerifierKey,
  type SigningKey,
} from "../../transparency_log/mod.ts";
import { answerAsWitness, type WitnessedLog } from "../../transparency_log/watching/mod.ts";
import { type CommandCall, numberOption, type Outcome } from "../command.ts";
import { readStateFile, writeState } from "../files.ts";

/** What a witness keeps: its private key, and the last note for each origin. */
interface WitnessState {
  readonly key: string;
  readonly logs: Readonly<Record<string, string>>;
}

const PORT = 8450;
const MAX_BODY_BYTES = 64 << 10;

/** Answers until a signal ends it. */
export async function witness(call: CommandCall): Promise<Outcome> {
  const { context } = call;
  const logs = call.texts("log").map(witnessedLog);
  if (logs.length === 0)
    throw new GoodwordError("usage", "--log is missing: the vkey of a log, as its /log/key shows it");
  const path = call.text("state") ?? "witness.json";
  const kept = readStateFile(path) as Partial<WitnessState> | null;
  const key = keyOf(call, kept, path);
  let state: WitnessState = { key: key.skey, logs: kept?.logs ?? {} };
  writeState(path, state);
  await context.listen({
    host: call.text("host") ?? "127.0.0.1",
    port: numberOption(call, "port", { least: 0, most: 65_535 }) ?? PORT,
    maxBodyBytes: MAX_BODY_BYTES,
    onListening: (port) => {
      if (!call.isSilent) context.warn(`Witnessing ${logs.map(({ origin }) => origin).join(", ")} on port ${port}\n`);
      void context.print(call.isJson ? `${JSON.stringify({ vkey: key.vkey, port })}\n` : `${key.vkey}\n`);
    },
    answer: async (request) => {
      const body = await request.text();
      const {
        status,
        type,
        body: text,
      } = answerAsWitness(
        {
          ...{ key, logs, now: context.now },
          read: (origin) => state.logs[origin],
          save: (origin, note) => {
            const next = { ...state, logs: { ...state.logs, [origin]: note } };
            writeState(path, next);
            state = next;
          },
        },
        request.method,
        new URL(request.url).pathname,
        body,
      );
      return new Response(text, { status, headers: { "Content-Type": type } });
    },
  });
  return { lines: [], data: null };
}

/** `VKEY`, or `VKEY ORIGIN` for a log that has moved since it got its key. */
function witnessedLog(text: string): WitnessedLog {
  const [vkey = "", origin] = text.trim().split(/\s+/);
  const key = readVerifierKey(vkey);
  if (key === null) throw new GoodwordError("usage", `--log is ${JSON.stringify(text)}, expected the vkey of a log`);
  return { key, origin: origin ?? key.name };
}

function keyOf(call: CommandCall, kept: Partial<WitnessState> | null, path: string): SigningKey {
  if (kept === null) {
    const name = call.text("name") ?? `${hostname()}/witness`;
    try {
      return makeSigningKey(name, call.context.randomBytes(32), COSIGNATURE);
    } catch {
      throw new GoodwordError(
        "usage",
        `--name is ${JSON.stringify(name)}, expected a name without blanks and plus signs`,
      );
    }
  }
  const key = readSigningKey(kept.key ?? "");
  if (key?.type !== COSIGNATURE) throw new GoodwordError("file", `${path}: not the state of a witness`);
  return key;
}
