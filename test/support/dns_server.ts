/** A DNS server on this machine, over UDP and TCP on one port, that answers as a test wants (RFC 1035). */
import { createSocket } from "node:dgram";
import { createServer } from "node:net";

/** Addresses, a refusal by its code, "silent", or "truncated": only over TCP are there addresses then. */
export interface DnsAnswer {
  readonly kind: "addresses" | "truncated";
  readonly addresses: readonly string[];
  /** The name that they are of, where the one asked for is only an alias. */
  readonly canonicalName?: string;
}

export type DnsBehaviour =
  | DnsAnswer
  | { readonly kind: "refused"; readonly code: number }
  | { readonly kind: "silent" };

export interface DnsQuestion {
  readonly name: string;
  readonly type: "A" | "AAAA";
  readonly transport: "udp" | "tcp";
}

export interface DnsServer extends AsyncDisposable {
  /** As a resolver takes it: `address:port`. */
  readonly address: string;
  readonly questions: readonly DnsQuestion[];
}

export const SERVER_FAILED = 2;
export const NO_SUCH_NAME = 3;
export const QUERY_REFUSED = 5;

const TYPES = { A: 1, AAAA: 28 } as const;
const CNAME = 5;
const HEADER_BYTES = 12;

/** Starts it; `behave` is asked for each question. */
export async function startDnsServer(behave: (question: DnsQuestion) => DnsBehaviour): Promise<DnsServer> {
  const questions: DnsQuestion[] = [];
  const answer = (query: Buffer, transport: "udp" | "tcp"): Buffer | null => {
    const { end, ...asked } = readQuestion(query);
    const question = { ...asked, transport };
    questions.push(question);
    return answerBytes(query.subarray(0, end), question, behave(question));
  };
  const tcp = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    let waiting: Buffer = Buffer.alloc(0);
    socket.on("data", (bytes: Buffer) => {
      waiting = Buffer.concat([waiting, bytes]);
      for (let end = messageEnd(waiting); end <= waiting.length; end = messageEnd(waiting)) {
        const reply = answer(waiting.subarray(2, end), "tcp");
        waiting = waiting.subarray(end);
        if (reply !== null) socket.write(Buffer.concat([uint16(reply.length), reply]));
      }
    });
  });
  await new Promise<void>((resolve) => tcp.listen(0, "127.0.0.1", resolve));
  const bound = tcp.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  const udp = createSocket("udp4");
  udp.on("message", (query, from) => {
    const reply = answer(query, "udp");
    if (reply !== null) udp.send(reply, from.port, from.address);
  });
  await new Promise<void>((resolve) => udp.bind(port, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${port}`,
    questions,
    async [Symbol.asyncDispose]() {
      udp.close();
      tcp.close();
    },
  };
}

/** Over TCP, a message begins with its length. */
function messageEnd(bytes: Buffer): number {
  return bytes.length < 2 ? Number.POSITIVE_INFINITY : 2 + bytes.readUInt16BE(0);
}

function readQuestion(query: Buffer): { name: string; type: "A" | "AAAA"; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = query.readUInt16BE(at + 1) === TYPES.AAAA ? "AAAA" : "A";
  return { name: labels.join("."), type, end: at + 5 };
}

/** The question again, and behind it the records. */
function answerBytes(question: Buffer, { type, transport }: DnsQuestion, behaviour: DnsBehaviour): Buffer | null {
  if (behaviour.kind === "silent") return null;
  const reply = Buffer.from(question);
  const isCut = behaviour.kind === "truncated" && transport === "udp";
  const code = behaviour.kind === "refused" ? behaviour.code : 0;
  const records = behaviour.kind === "refused" || isCut ? [] : recordsOf(behaviour, type);
  // A response, with recursion desired and available.
  reply.writeUInt16BE(0x8180 | (isCut ? 0x0200 : 0) | code, 2);
  reply.writeUInt16BE(records.length, 6);
  reply.writeUInt32BE(0, 8);
  return Buffer.concat([reply, ...records]);
}

function recordsOf({ addresses, canonicalName }: DnsAnswer, type: "A" | "AAAA"): Buffer[] {
  // A pointer to the name in the question.
  const asked = uint16(0xc000 | HEADER_BYTES);
  const owner = canonicalName === undefined ? asked : nameBytes(canonicalName);
  const alias = canonicalName === undefined ? [] : [record(asked, CNAME, nameBytes(canonicalName))];
  const fitting = addresses.filter((address) => address.includes(":") === (type === "AAAA"));
  return [...alias, ...fitting.map((address) => record(owner, TYPES[type], addressBytes(address)))];
}

function record(owner: Buffer, type: number, data: Buffer): Buffer {
  const internetForOneSecond = Buffer.from([0, 1, 0, 0, 0, 1]);
  return Buffer.concat([owner, uint16(type), internetForOneSecond, uint16(data.length), data]);
}

function nameBytes(name: string): Buffer {
  return Buffer.concat([
    ...name.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}

/** Of IPv6 only what is written with `::`. */
function addressBytes(address: string): Buffer {
  if (!address.includes(":")) return Buffer.from(address.split(".").map(Number));
  const [head = [], tail = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill("0"), ...tail];
  return Buffer.concat(groups.map((group) => uint16(Number.parseInt(group, 16))));
}

function uint16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff]);
}
