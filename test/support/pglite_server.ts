/**
 * PGlite, PostgreSQL compiled to WebAssembly, behind a socket: our own client speaks to it as to any server.
 *
 * It has one session, which connections are given in turns: a transaction keeps it to its end. Statements are prepared in
 * it under names of their connection.
 */
import { createServer, type Socket } from "node:net";
import { PGlite } from "@electric-sql/pglite";

export interface PgliteServer extends AsyncDisposable {
  readonly url: string;
  /** Runs statements at once, in whatever transaction is open. */
  run(statements: string): Promise<unknown>;
  /** Drops everything, once nobody is connected. */
  reset(): Promise<void>;
}

export async function startPglite(): Promise<PgliteServer> {
  const database = await PGlite.create();
  const session = new Session(database);
  let count = 0;
  const connections = new Set<Promise<void>>();
  const server = createServer((socket) => {
    const connection = serve(socket, session, `c${count++}_`).finally(() => connections.delete(connection));
    connections.add(connection);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    run: (statements) => database.exec(statements),
    async reset() {
      await Promise.all(connections);
      await database.exec("drop schema public cascade; create schema public");
    },
    async [Symbol.asyncDispose]() {
      server.close();
      await database.close();
    },
  };
}

interface Turn {
  readonly socket: Socket;
  readonly messages: Uint8Array;
}

/** Gives the one session to one connection at a time. */
class Session {
  readonly #waiting: Turn[] = [];
  /** The connection with the open transaction. */
  #holder: Socket | null = null;
  #isBusy = false;

  constructor(private readonly database: PGlite) {}

  /** Messages up to one after which the server reports that it is ready. */
  send(turn: Turn): void {
    this.#waiting.push(turn);
    void this.#work();
  }

  /** A transaction that was left open is rolled back. */
  async leave(socket: Socket): Promise<void> {
    if (this.#holder !== socket) return;
    await this.database.execProtocolRaw(message("Q", Buffer.from("rollback\0")));
    this.#holder = null;
    void this.#work();
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let turn = this.#next(); turn !== undefined; turn = this.#next()) {
      const answer = await this.database.execProtocolRaw(turn.messages);
      // The last byte is the state after ReadyForQuery: I outside of a transaction.
      this.#holder = answer.at(-1) === READY_OUTSIDE ? null : turn.socket;
      turn.socket.write(answer);
      if (turn.socket.destroyed) await this.leave(turn.socket);
    }
    this.#isBusy = false;
  }

  #next(): Turn | undefined {
    const at = this.#holder === null ? 0 : this.#waiting.findIndex(({ socket }) => socket === this.#holder);
    return at < 0 ? undefined : this.#waiting.splice(at, 1)[0];
  }
}

const READY_OUTSIDE = "I".charCodeAt(0);
const STARTUP_CODE = 196_608;
const ACCEPTED = Buffer.concat([
  message("R", Buffer.from([0, 0, 0, 0])),
  ...[
    ["server_version", "18.6"],
    ["client_encoding", "UTF8"],
    ["standard_conforming_strings", "on"],
    ["integer_datetimes", "on"],
  ].map((parameter) => message("S", Buffer.from(`${parameter.join("\0")}\0`))),
  message("K", Buffer.alloc(8)),
  message("Z", Buffer.from("I")),
]);

/** Resolves when the connection has ended, and its transaction with it. */
function serve(socket: Socket, session: Session, prefix: string): Promise<void> {
  let received = Buffer.alloc(0);
  let isStarted = false;
  let batch: Uint8Array[] = [];
  socket.on("data", (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    if (!isStarted) {
      if (received.length < 8 || received.length < received.readInt32BE()) return;
      const isStartup = received.readInt32BE(4) === STARTUP_CODE;
      received = received.subarray(received.readInt32BE());
      socket.write(isStartup ? ACCEPTED : "N");
      isStarted = isStartup;
    }
    while (received.length >= 5 && received.length > received.readInt32BE(1)) {
      const type = String.fromCharCode(received[0] ?? 0);
      const body = received.subarray(5, 1 + received.readInt32BE(1));
      received = received.subarray(1 + received.readInt32BE(1));
      if (type === "X") return void socket.end();
      batch.push(message(type, renamed(type, body, prefix)));
      if (type !== "S" && type !== "Q") continue;
      session.send({ socket, messages: Buffer.concat(batch) });
      batch = [];
    }
  });
  socket.on("error", () => {});
  return new Promise((resolve) => socket.on("close", () => resolve(session.leave(socket))));
}

function message(type: string, body: Uint8Array): Buffer {
  const head = Buffer.from(`${type}0000`);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

/** The message with the name of its prepared statement made one of the connection. */
function renamed(type: string, body: Buffer, prefix: string): Buffer {
  const isOfStatement = type === "P" || type === "B" || ((type === "D" || type === "C") && body[0] === STATEMENT);
  if (!isOfStatement) return body;
  // A Bind names its portal first, and Describe and Close what they are about.
  const start = type === "B" ? body.indexOf(0) + 1 : type === "P" ? 0 : 1;
  return body[start] === 0 ? body : Buffer.concat([body.subarray(0, start), Buffer.from(prefix), body.subarray(start)]);
}

const STATEMENT = "S".charCodeAt(0);
