/** What an attack is, and what it is aimed at. */

/** A server under attack. */
export interface Target {
  /** Of the public port, without a trailing slash. */
  readonly url: string;
  /** Of the owner's listener. */
  readonly consoleUrl: string;
  /** Of the owner's session. */
  readonly cookie: string;
  /** Of a program that adds jobs. */
  readonly token: string;
  readonly database: string;
}

/** One way to slow others. */
export interface Attack {
  readonly name: string;
  readonly connections: number;
  /** One request over a connection, by its number; how it was answered. Rejects where the connection fails. */
  readonly send: (target: Target, number: number) => Promise<string>;
  /** Each connection sends one request, and that is all; otherwise they go on. */
  readonly isOnce?: boolean;
  /** Other requests that are measured, apart from /healthz and searches. */
  readonly victims?: readonly Victim[];
  /** It leaves nothing behind that the next one could notice: both may be played on one server. */
  readonly isHarmless?: boolean;
  /** The console answers for the first time. */
  readonly isCold?: boolean;
  /** How many files and connections the server may have open. */
  readonly descriptors?: number;
}

/** One request that is repeated during an attack. */
export interface Victim {
  readonly name: string;
  /** @returns whether it was answered as it should */
  readonly ask: (target: Target, number: number) => Promise<boolean>;
}

/** Reads a whole answer. @returns its status and size */
export async function answerTo(url: string, init: RequestInit): Promise<string> {
  const response = await fetch(url, { redirect: "manual", decompress: false, ...init });
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.byteLength;
  return bytes > 1 << 20 ? `${response.status} with ${Math.round(bytes / (1 << 20))} MB` : String(response.status);
}
