/** A mail server for tests, whose behaviour with each message is set: accept, refuse at any step, hang, be slow. */
import { createServer, type Server, type Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { serverTls } from "./test_certificates.ts";
import { pause } from "./wait.ts";

/** A step of a session that can be answered otherwise. */
export type SmtpStep = "connect" | "ehlo" | "login" | "sender" | "recipient" | "data" | "content";

/** The reply in place of the usual; "hang" never replies, "drop" ends the connection. */
export type SmtpBehaviour = (
  step: SmtpStep,
  session: { readonly to: string },
) => string | "hang" | "drop" | { readonly afterMs: number } | null;

export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  readonly mime: string;
  readonly isSecure: boolean;
  readonly user: string | null;
}

export interface SmtpServer extends AsyncDisposable {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** Connections that are open, and how many there ever were. */
  readonly open: number;
  readonly connections: number;
  behave(behaviour: SmtpBehaviour): void;
}

interface SmtpServerOptions {
  /** TLS from the start, offered by STARTTLS, or not at all. Default "none". */
  readonly tls?: "smtps" | "starttls" | "none";
  readonly host?: string;
  readonly certificate?: Parameters<typeof serverTls>[0];
}

export async function startSmtpServer(options: SmtpServerOptions = {}): Promise<SmtpServer> {
  const { tls = "none", host = "127.0.0.1", certificate } = options;
  const sockets = new Set<Socket>();
  const received: ReceivedMail[] = [];
  let connections = 0;
  let behaviour: SmtpBehaviour = () => null;
  const server = createServer((socket) => {
    sockets.add(socket);
    connections++;
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    const secure = () => upgraded(socket, certificate);
    const session = { behaviour: (...given: Parameters<SmtpBehaviour>) => behaviour(...given), received, secure };
    void converse(tls === "smtps" ? secure() : socket, {
      ...session,
      offersTls: tls === "starttls",
      isSecure: tls === "smtps",
    }).catch(() => {});
  });
  await listening(server, host);
  return {
    port: (server.address() as { port: number }).port,
    received,
    get open() {
      return sockets.size;
    },
    get connections() {
      return connections;
    },
    behave(next) {
      behaviour = next;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listening(server: Server, host: string): Promise<void> {
  return new Promise((resolve) => server.listen(0, host, resolve));
}

function upgraded(socket: Socket, certificate: SmtpServerOptions["certificate"]): TLSSocket {
  const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(serverTls(certificate)) });
  secure.on("error", () => {});
  return secure;
}

interface Session {
  readonly behaviour: SmtpBehaviour;
  readonly received: ReceivedMail[];
  readonly secure: () => TLSSocket;
  readonly offersTls: boolean;
  readonly isSecure: boolean;
}

/** Enough of RFC 5321 for one client: a line in, an answer out. */
async function converse(socket: Socket, session: Session): Promise<void> {
  let [from, to, user] = ["", "", null as string | null];
  const answer = async (step: SmtpStep, usual: string): Promise<boolean> => {
    let other = session.behaviour(step, { to });
    if (typeof other === "object" && other !== null) {
      await pause(other.afterMs);
      other = null;
    }
    if (other === "hang") return new Promise(() => {});
    if (other === "drop") socket.destroy();
    else socket.write(`${other ?? usual}\r\n`);
    return other === null;
  };
  if (!session.isSecure || !session.offersTls) await answer("connect", "220 test ESMTP");
  for await (const line of linesOf(socket)) {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === "EHLO") {
      const extensions = [
        "test",
        "AUTH PLAIN",
        ...(session.offersTls && !session.isSecure ? ["STARTTLS"] : []),
        "8BITMIME",
      ];
      await answer(
        "ehlo",
        extensions.map((each, at) => `250${at === extensions.length - 1 ? " " : "-"}${each}`).join("\r\n"),
      );
    } else if (verb === "STAR") {
      socket.write("220 go ahead\r\n");
      return converse(session.secure(), { ...session, isSecure: true });
    } else if (verb === "AUTH") {
      if (await answer("login", "235 2.7.0 welcome")) user = atob(line.split(" ")[2] ?? "").split("\0")[1] ?? null;
    } else if (verb === "MAIL") {
      from = /<([^>]*)>/.exec(line)?.[1] ?? "";
      await answer("sender", "250 2.1.0 ok");
    } else if (verb === "RCPT") {
      to = /<([^>]*)>/.exec(line)?.[1] ?? "";
      await answer("recipient", "250 2.1.5 ok");
    } else if (verb === "DATA") {
      await answer("data", "354 go ahead");
    } else if (line.startsWith("CONTENT:")) {
      const mail = { from, to, mime: line.slice("CONTENT:".length), isSecure: session.isSecure, user };
      // What is taken before the answer gets lost was taken all the same.
      if (typeof session.behaviour("content", { to }) !== "string") session.received.push(mail);
      else if (session.behaviour("content", { to }) === "drop") session.received.push(mail);
      await answer("content", "250 2.0.0 queued");
    } else if (verb === "QUIT") {
      socket.end("221 bye\r\n");
    } else {
      socket.write("250 ok\r\n");
    }
  }
}

/** Lines of a client; a whole content comes as one that begins with "CONTENT:". */
async function* linesOf(socket: Socket): AsyncGenerator<string> {
  let rest = "";
  let isContent = false;
  const queue: string[] = [];
  let wake = () => {};
  let isOver = false;
  socket.on("data", (chunk: Buffer) => {
    queue.push(chunk.toString("latin1"));
    wake();
  });
  socket.on("close", () => {
    isOver = true;
    wake();
  });
  for (;;) {
    while (queue.length > 0) rest += queue.shift();
    const end = isContent ? rest.indexOf("\r\n.\r\n") : rest.indexOf("\r\n");
    if (end < 0) {
      if (isOver) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (queue.length > 0 || isOver) resolve();
      });
      continue;
    }
    const line = rest.slice(0, end);
    rest = rest.slice(end + (isContent ? 5 : 2));
    if (isContent) {
      isContent = false;
      yield `CONTENT:${line.replace(/\r\n\.\./g, "\r\n.")}`;
    } else {
      isContent = line.toUpperCase() === "DATA";
      yield line;
    }
  }
}
