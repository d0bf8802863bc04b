/** The network between a program and its database: a TCP proxy that a play may cut, or hold up without a word. */
import { connect, createServer, type Socket } from "node:net";

export interface Link extends AsyncDisposable {
  readonly port: number;
  /** Where connections lead from now on; those that are open end. */
  leadTo(port: number): void;
  /** Lets nothing through on open connections, for good and without a word; new connections are whole. */
  abandon(): void;
  /** Ends what is open and refuses what is new. */
  cut(): void;
  /** Lets nothing through in either direction; everything arrives late, once it is mended. */
  hold(): void;
  mend(): void;
}

export async function openLink(target: number): Promise<Link> {
  const sockets = new Set<Socket>();
  let to = target;
  let state: "whole" | "held" | "cut" = "whole";
  let late: (() => void)[] = [];
  const abandoned = new WeakSet<Socket>();
  const inTurn = (socket: Socket, act: () => void) => {
    if (abandoned.has(socket)) return;
    if (state === "held") late.push(act);
    else act();
  };
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };

  function join(client: Socket): void {
    if (state === "cut") {
      client.destroy();
      return;
    }
    const server = connect({ port: to, host: "127.0.0.1", noDelay: true });
    const both = [client, server] as const;
    for (const [one, other] of [both, [server, client] as const]) {
      sockets.add(one);
      one.on("data", (chunk) => inTurn(one, () => void other.write(chunk)));
      one.on("error", () => {});
      one.on("close", () => {
        sockets.delete(one);
        inTurn(one, () => void other.destroy());
      });
    }
  }

  const server = createServer({ noDelay: true }, join).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    leadTo(port) {
      to = port;
      end();
    },
    abandon() {
      for (const socket of sockets) abandoned.add(socket);
    },
    cut() {
      state = "cut";
      late = [];
      end();
    },
    hold() {
      state = "held";
    },
    mend() {
      state = "whole";
      for (const act of late.splice(0)) act();
    },
    async [Symbol.asyncDispose]() {
      end();
      server.close();
    },
  };
}
