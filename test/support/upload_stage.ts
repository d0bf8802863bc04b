/** Files that were uploaded to the console, and the work on them, within the test's process. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../src/config.ts";
import { storeAs } from "../../src/console/store_as.ts";
import {
  advanceUpload,
  folderOf,
  type ImportDecision,
  readUpload,
  receiveUpload,
  type Upload,
  type UploadKind,
} from "../../src/console/uploads.ts";
import { workOnUpload } from "../../src/console/work_on_upload.ts";
import { withAnswer } from "../../src/owner/import_preview.ts";
import type { Store } from "../../src/store/mod.ts";
import { type ConsoleVisitor, openTestConsole, type TestConsole, type TestConsoleOptions } from "./console.ts";
import { NOON } from "./drafts.ts";
import { seededBytes } from "./seeded_random.ts";

export class UploadStage implements Disposable {
  readonly uploads = mkdtempSync(join(tmpdir(), "goodword-uploads-"));
  now = NOON;

  constructor(readonly store: Store) {}

  /** Sends files, and waits until they have been looked at. */
  send(kind: UploadKind, files: Readonly<Record<string, string | Uint8Array>>): Promise<Upload> {
    const sent = Object.entries(files).map(([name, content], index) => {
      const path = join(this.uploads, `sent-${index}`);
      writeFileSync(path, content);
      return { name, size: content.length, path };
    });
    const id = Buffer.from(seededBytes(16)).toString("hex");
    const business = { time_zone: "America/Chicago", language: "en" };
    receiveUpload(this.uploads, { id, kind, by: "Amy", at: this.now, business }, sent);
    return this.work(id);
  }

  /** Does what is next for an upload. */
  async work(id: string): Promise<Upload> {
    await workOnUpload(folderOf(this.uploads, id), {
      storeOf: () => this.store,
      policy: readConfig({}).invitations,
      fetchPicture: async () => ({ kind: "refused", reason: "there is no network" }),
      now: () => this.now,
      randomBytes: seededBytes,
      collectGarbage: () => {},
    });
    return this.read(id);
  }

  read(id: string): Upload {
    const upload = readUpload(this.uploads, id);
    if (upload === null) throw new Error(`There is no upload ${id}`);
    return upload;
  }

  /** Answers what is asked, and waits until the files have been looked at again. */
  answer(upload: Upload, said: readonly string[]): Promise<Upload> {
    if (upload.state.kind !== "asked") throw new Error(`The upload is ${upload.state.kind}`);
    const answers = upload.state.questions.reduce(
      (before, question, index) => withAnswer(before, question, said[index] ?? ""),
      upload.answers,
    );
    advanceUpload(this.uploads, upload, { answers, state: { kind: "looking" } });
    return this.work(upload.id);
  }

  /** Imports what was looked at. */
  carryOut(upload: Upload, decision: Partial<ImportDecision> = {}, name?: string): Promise<Upload> {
    const { state } = upload;
    const revision = state.kind === "looked" && state.look.kind === "reviews" ? state.look.revision : null;
    advanceUpload(this.uploads, upload, {
      decision: { vouches: false, skipsInvalid: false, ...decision },
      business: { ...upload.business, ...(name !== undefined && { name }) },
      state: { kind: "working", revision },
    });
    return this.work(upload.id);
  }

  [Symbol.dispose](): void {
    rmSync(this.uploads, { recursive: true, force: true });
  }
}

/** A console whose imports are worked on in this process, with an owner who is logged in. */
export async function openImportConsole(options: TestConsoleOptions = {}) {
  const begun: (() => Promise<void>)[] = [];
  const opened: TestConsole = openTestConsole({
    ...options,
    services: {
      begin: (folder) => {
        const means = {
          storeOf: (by: string) => storeAs(opened.store, by),
          policy: opened.services.config.invitations,
          fetchPicture: async () => ({ kind: "refused", reason: "there is no network" }) as const,
          now: () => NOON,
          randomBytes: seededBytes,
          collectGarbage: () => {},
        };
        begun.push(() => workOnUpload(folder, means));
      },
      ...options.services,
    },
  });
  const worked = async () => {
    for (const work of begun.splice(0)) await work();
  };
  const owner = await opened.as("owner");
  const page = async (path: string, visitor: ConsoleVisitor = owner) => (await visitor.get(path)).text();
  const stage = {
    console: opened,
    owner,
    page,
    /** Does what was begun. */
    worked,
    /** Sends a file, and waits until it was looked at; where it stands now. */
    async send(file: File | readonly File[], to = "/import"): Promise<string> {
      const sent = await owner.post(to, { files: file });
      if (sent.status !== 303) throw new Error(`${sent.status}: ${await sent.text()}`);
      await worked();
      return sent.headers.get("Location") ?? "";
    },
    /** Sends a form of the page with its hidden state, and does what was begun; the page that follows. */
    async submit(place: string, action: "answers" | "columns" | "full" | "go" | "restart", fields: FormFields = {}) {
      const state = stateIn(await page(place), `${place}/${action}`);
      const sent = await owner.post(`${place}/${action}`, { state, ...fields });
      if (sent.status !== 303) throw new Error(`${sent.status}: ${await sent.text()}`);
      await worked();
      return page(place);
    },
    /** Imports a file as far as it goes without questions. */
    async import(file: File): Promise<void> {
      await stage.submit(await stage.send(file), "go", { name: "Brook & Daughter", vouches: "yes" });
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
  return stage;
}

type FormFields = Parameters<ConsoleVisitor["post"]>[1];

/** The hidden state of the form with an action. */
export function stateIn(html: string, action: string): string {
  const form = html.split("<form").find((each) => each.includes(`action="${action}"`)) ?? "";
  return /name="state" value="([^"]*)"/.exec(form)?.[1] ?? "";
}
