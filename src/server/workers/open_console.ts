/** The console over stores of its own, for the worker that answers with it. */
import { type Config, isServerUrl } from "../../config.ts";
import { createConsole, FILE_HEADER } from "../../console/console.ts";
import type { ConsoleMeans } from "../../console/mod.ts";
import type { LogFields } from "../../platform.ts";
import type { Store } from "../../store/mod.ts";
import { systemRandom } from "../clock.ts";
import { createPasswords } from "../passwords.ts";
import { openStore } from "./open_store.ts";

/** What a console is opened with. */
export interface ConsoleOrder {
  readonly config: Config;
  readonly consoleUrl: string;
  /** The port that is listened on. */
  readonly port: number;
  /** Where files of forms are put. */
  readonly uploads: string;
}

/** A request as it is handed over. */
interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The bytes, or where they lie. */
  readonly body: Uint8Array<ArrayBuffer> | { readonly path: string } | null;
}

/** What is answered to it, and what is to be done besides. */
export interface ConsoleAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The bytes, or where they lie. */
  readonly body: ArrayBuffer | { readonly path: string };
  /** Folders of imports that are to be carried out. */
  readonly begun: readonly string[];
  readonly failures: readonly { readonly event: string; readonly fields: LogFields }[];
}

/** The console as the listener sees it. */
export interface ConsoleService {
  answer(request: SentRequest): Promise<ConsoleAnswer>;
  /** The refusal of a form whose body is not read yet; null when it is to be read. */
  refuse(request: SentRequest): Promise<ConsoleAnswer | null>;
}

/** How long a write waits for another process's, in milliseconds. */
const PATIENCE_MS = 10_000;

/** The console of an order. A file may be replaced between two requests, so that it is opened for each; connections are kept. */
export async function openConsoleService({ config, consoleUrl, port, uploads }: ConsoleOrder): Promise<ConsoleService> {
  const database = config.databasePath;
  const pictures = async () => (await import("../pictures.ts")).createPictures();
  const mail = () => import("../mail.ts");
  const means: Omit<ConsoleMeans, "begin"> = {
    ...{ config, baseUrl: config.baseUrl, consoleUrl, database, uploads },
    passwords: createPasswords(),
    openCopy: async (path, options) => (await import("../../store/sqlite/mod.ts")).openDatabase(path, options),
    mail: {
      open: async (server) => (await mail()).createMailer(server),
      lookUpTexts: async (name) => (await mail()).lookUpTexts(name),
    },
    pictures: {
      fetch: async (url, kind) => (await pictures()).fetch(url, kind),
      prepare: async (bytes, kind) => (await pictures()).prepare(bytes, kind),
      preparePhoto: async (bytes) => (await pictures()).preparePhoto(bytes),
    },
    guardedFetch: async (allowPrivate) => (await import("../guarded_fetch.ts")).ownGuardedFetch(allowPrivate),
    randomBytes: systemRandom.bytes,
  };
  const kept = isServerUrl(database) ? await openStore(database, PATIENCE_MS) : null;
  async function withStore<Done>(work: (store: Store) => Promise<Done>): Promise<Done> {
    if (kept !== null) return work(kept);
    await using store = await openStore(database, PATIENCE_MS);
    return await work(store);
  }
  async function ask(sent: SentRequest, isMeant: "answer" | "refuse"): Promise<ConsoleAnswer | null> {
    const begun: string[] = [];
    const failures: ConsoleAnswer["failures"][number][] = [];
    const log = { error: (event: string, fields: LogFields = {}) => void failures.push({ event, fields }) };
    return withStore(async (store) => {
      const own = { ...means, begin: (folder: string) => void begun.push(folder) };
      const response = await createConsole({ store, means: own, port, log })[isMeant](requestOf(sent));
      if (response === null) return null;
      const { status, headers } = response;
      const file = headers.get(FILE_HEADER);
      headers.delete(FILE_HEADER);
      const body = file === null ? await response.arrayBuffer() : { path: decodeURIComponent(file) };
      return { status, headers: [...headers], body, begun, failures };
    });
  }
  return {
    async answer(sent) {
      const answer = await ask(sent, "answer");
      if (answer === null) throw new Error("The console had no answer");
      return answer;
    },
    refuse: (sent) => ask(sent, "refuse"),
  };
}

function requestOf({ method, url, headers, body }: SentRequest): Request {
  const bytes = body !== null && "path" in body ? Bun.file(body.path).stream() : body;
  return new Request(url, { method, headers: headers.map(([name, value]) => [name, value]), body: bytes });
}
