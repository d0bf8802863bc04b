/**
 * Sends requests to addresses that strangers name, and never to a private network: every address of the name is judged, and the connection
 * goes to a judged one with the name kept for Host, SNI and the certificate, so that a second answer of the resolver cannot redirect it.
 */
import { version } from "../../package.json";
import { classifyAddress } from "../http/egress.ts";
import type { GuardedFetch, OutboundRequest, OutboundResponse } from "../platform.ts";
import { createNameResolver, type ResolveName } from "./resolve_name.ts";

export interface GuardedFetchOptions {
  readonly resolve?: ResolveName;
  /** Whether addresses may be private; https and a valid certificate are required in any case. */
  readonly allowPrivate: boolean;
  readonly userAgent: string;
  readonly signal?: AbortSignal;
  /** Certificate authorities (PEM) to trust instead of the system's and NODE_EXTRA_CA_CERTS. */
  readonly authorities?: string;
}

/** Codes of failures before anything was sent: only after these another address may be tried. */
const UNCONNECTED = new Set([
  "ConnectionRefused",
  "ECONNREFUSED",
  "FailedToOpenSocket",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
]);

/** A name may have thousands: its server would choose that many hosts to be connected to. */
const MAX_ADDRESSES = 4;

/** A {@link GuardedFetch} over Bun's fetch. The deadline of a request holds from name resolution to the last byte. */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const resolve = options.resolve ?? createNameResolver();

  async function addressesOf(url: URL, signal: AbortSignal): Promise<readonly string[] | { readonly refused: string }> {
    const host = bareHost(url);
    const addresses = isAddress(host) ? [host] : await resolve(host, signal);
    if (addresses.length === 0) return { refused: "host name has no address" };
    if (options.allowPrivate) return v4First(addresses);
    for (const address of addresses) {
      const judgement = classifyAddress(address);
      if (judgement.kind === "refused") return { refused: `refused address: ${judgement.reason}` };
    }
    return v4First(addresses);
  }

  async function send(request: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse> {
    const url = URL.parse(request.url);
    if (url?.protocol !== "https:") return { kind: "failed", reason: "not https" };
    const addresses = await untilAborted(addressesOf(url, signal), signal);
    if ("refused" in addresses) return { kind: "failed", reason: addresses.refused };
    let last: unknown;
    for (const address of addresses.slice(0, MAX_ADDRESSES)) {
      try {
        const response = await fetch(pinnedUrl(url, address), pinnedInit(request, url, options, signal));
        return await readAnswer(response, request.maxAnswerBytes);
      } catch (error) {
        last = error;
        if (signal.aborted || !UNCONNECTED.has(codeOf(error))) break;
      }
    }
    throw last;
  }

  return async (request) => {
    if (options.signal?.aborted) return { kind: "failed", reason: "stopped" };
    const ending = new AbortController();
    const end = () => ending.abort();
    const timer = setTimeout(end, request.timeoutMs);
    options.signal?.addEventListener("abort", end);
    try {
      return await send(request, ending.signal);
    } catch (error) {
      if (options.signal?.aborted) return { kind: "failed", reason: "stopped" };
      return { kind: "failed", reason: ending.signal.aborted ? "time-out" : reasonOf(error) };
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", end);
    }
  };
}

export function ownGuardedFetch(allowPrivate: boolean): GuardedFetch {
  return createGuardedFetch({ allowPrivate, userAgent: `Goodword/${version}` });
}

function pinnedUrl(url: URL, address: string): string {
  const host = address.includes(":") ? `[${address}]` : address;
  return `https://${host}${url.port ? `:${url.port}` : ""}${url.pathname}${url.search}`;
}

function pinnedInit(
  request: OutboundRequest,
  url: URL,
  { userAgent, authorities }: GuardedFetchOptions,
  signal: AbortSignal,
): BunFetchRequestInit {
  const name = bareHost(url);
  return {
    method: request.method,
    headers: { "Accept-Encoding": "identity", ...request.headers, Host: url.host, "User-Agent": userAgent },
    ...(request.body !== undefined && { body: request.body as Blob }),
    redirect: "manual",
    decompress: false,
    keepalive: false,
    signal,
    tls: {
      rejectUnauthorized: true,
      ...(!isAddress(name) && { serverName: name }),
      ...(authorities !== undefined && { ca: authorities }),
    },
    ...NO_PROXY,
  };
}

/** Keeps HTTPS_PROXY and its kin from being honoured: a proxy would connect to wherever the name leads by then. */
const NO_PROXY = { proxy: false } as unknown as Pick<BunFetchRequestInit, "proxy">;

function bareHost(url: URL): string {
  const host = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
  return host.replace(/\.$/, "");
}

function isAddress(host: string): boolean {
  return host.includes(":") || /^[\d.]+$/.test(host);
}

/** A host with broken IPv6 is common, one with broken IPv4 is not. */
function v4First(addresses: readonly string[]): readonly string[] {
  if (addresses.length === 1) return addresses;
  return addresses.toSorted((a, b) => Number(a.includes(":")) - Number(b.includes(":")));
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => aborted.reject(new Error("aborted")), { once: true });
  return Promise.race([work, aborted.promise]);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** A word for the log; never the message, which may hold the URL. */
function reasonOf(error: unknown): string {
  return codeOf(error) || (error instanceof Error ? error.name : "failed");
}

/** The answer with at most `maxBytes` of its body; with 0 the body is dropped unread. */
async function readAnswer(response: Response, maxBytes: number): Promise<OutboundResponse> {
  const answer = (body: Uint8Array): OutboundResponse => ({
    kind: "answered",
    status: response.status,
    // Few answers are asked for a header, and Bun builds them only when it is asked.
    get headers() {
      return response.headers;
    },
    body,
  });
  if (maxBytes === 0 || response.body === null) {
    // The rest of the answer is of no interest, and neither is how its connection ends.
    await response.body?.cancel().catch(() => {});
    return answer(new Uint8Array());
  }
  const body = new Uint8Array(maxBytes);
  let length = 0;
  const reader = response.body.getReader();
  while (length < maxBytes) {
    const { done, value } = await reader.read();
    if (done) return answer(body.subarray(0, length));
    const taken = value.subarray(0, maxBytes - length);
    body.set(taken, length);
    length += taken.length;
  }
  await reader.cancel().catch(() => {});
  return answer(body);
}
