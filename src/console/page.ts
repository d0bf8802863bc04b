/** A page shows what `owner/` reads and an act runs a function of `owner/`; neither decides anything. */
import type { ComponentChildren } from "preact";
import { type ConsoleWords, consoleEnglish } from "../languages/mod.ts";
import type { Act, NoticeKey } from "../owner/act.ts";
import type { ActServices, ManyBusinesses } from "../owner/act_services.ts";
import type { ListedPerson } from "../owner/people.ts";
import type { PerRevision } from "../owner/per_revision.ts";
import type { ActRefusal } from "../owner/refusal.ts";
import type { BusinessSummary } from "../owner/statistics.ts";
import type { StoredProfile } from "../review/mod.ts";
import type { Store } from "../store/mod.ts";
import type { ScriptName } from "./assets.ts";

/** A logged-in person. Owners may do everything; readers may look. */
export type Person = Pick<ListedPerson, "id" | "name" | "role" | "businesses">;

export interface ConsoleContext {
  /** Changes through this store are logged under the person's name. */
  readonly store: Store;
  readonly person: Person;
  readonly words: ConsoleWords;
  /** Null before the first import. */
  readonly business: StoredProfile | null;
  readonly now: number;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly services: ConsoleServices;
  readonly refused?: RefusedForm;
  readonly visit: { readonly origin: string; readonly session: string };
}

interface RefusedForm {
  readonly act: string;
  /** The id of its subject; "" if there is only one. */
  readonly id: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly form: SentForm;
  /** The names of inputs that its button had preset. */
  readonly fixed: readonly string[];
  readonly refusal: ActRefusal;
}

/** The business of a console with many businesses, or all of them. */
export interface ConsoleScope extends ManyBusinesses {
  /** The id of the business; null for the pages over all. */
  readonly business: string | null;
  /** The identity of the business, by which access is granted; null for the pages over all. */
  readonly identity: string | null;
  /** The prefix of the paths of its pages; "" for the pages over all. */
  readonly prefix: string;
  /** The businesses that a person has access to, by id, with their status. */
  overview(hasAccessTo: (identity: string) => boolean): Promise<readonly OverviewRow[]>;
}

export interface OverviewRow {
  readonly id: string;
  readonly baseUrl: string;
  /** Null if its store cannot be read. */
  readonly figures: BusinessSummary | null;
}

export interface ConsoleServices extends ActServices {
  /** The base address of the public pages, without a trailing slash. */
  readonly baseUrl: string;
  /** The base address of the console, without a trailing slash. */
  readonly consoleUrl: string;
  /** A private folder of this server for uploaded files. Erased when the server stops. */
  readonly uploads: string;
  readonly passwords: Passwords;
  /** Null if the process serves one business. */
  readonly scope: ConsoleScope | null;
  readonly perRevision: PerRevision;
  /** Starts the import staged in this folder below `uploads` on another thread. */
  begin(folder: string): void;
}

/** Too many people log in at once to compare their passwords; retry after a few seconds. */
export class PasswordsBusyError extends Error {
  override readonly name = "PasswordsBusyError";
}

/** Slow, salted password hashes. Only a few are computed at a time. */
export interface Passwords {
  /** @throws {PasswordsBusyError} immediately if all slots are taken */
  admit<Done>(work: () => Promise<Done>): Promise<Done>;
  /** Null if `isWanted` returns false once a slot is free. @throws {PasswordsBusyError} if the queue is full */
  hash(password: string, isWanted?: () => Promise<boolean>): Promise<string | null>;
  verify(password: string, hash: string): Promise<boolean>;
}

export interface ConsolePage {
  readonly title: string;
  readonly section: ConsoleSection | null;
  readonly body: ComponentChildren;
  /** Seconds after which the page reloads without scripts. */
  readonly refreshSeconds?: number;
  /** An optional script; the page is complete without it. */
  readonly script?: ScriptName;
}

export interface ConsoleFile {
  readonly mediaType: string;
  readonly body: string | Uint8Array<ArrayBuffer> | { readonly path: string };
  /** The name under which it is saved; the browser shows it without one. */
  readonly name?: string;
}

export const NAVIGATION = [
  { group: null, sections: ["inbox"] },
  { group: null, sections: ["reviews"] },
  { group: "customers", sections: ["jobs", "invitations"] },
  { group: "page", sections: ["profile", "photos", "share"] },
  {
    group: "more",
    sections: [
      "import",
      "verification",
      "copies",
      "insights",
      "subscribers",
      "report",
      "people",
      "activity",
      "notices",
      "backups",
      "settings",
    ],
  },
] as const;

export type ConsoleSection = (typeof NAVIGATION)[number]["sections"][number];

/** A page at `GET path`; parameters are written `:id`. Null is answered with 404. */
export interface PageRow {
  readonly path: string;
  readonly ownersOnly?: boolean;
  /** Whether, with many businesses, it requires access to all of them. */
  readonly ofAllOnly?: boolean;
  /** The name in the history for a file of personal data. */
  readonly noted?: string;
  readonly show: (context: ConsoleContext) => Promise<ConsolePage | ConsoleFile | null>;
}

/** The fields of a form; files are spooled to disk, by the name of their field. */
export interface SentForm {
  /** The first value of a field, "" if it is missing; lines end with a line feed. */
  text(name: string): string;
  all(name: string): readonly string[];
  files(name: string): readonly SentFile[];
}

/** An uploaded file; deleted when the act has ended, unless it is moved. */
export interface SentFile {
  readonly name: string;
  readonly size: number;
  readonly path: string;
}

export type ActAnswer =
  /** 303 to a path of the console; `notice` is shown there once. */
  | { readonly kind: "done"; readonly to: string; readonly notice?: NoticeKey }
  /** The form again, with the typed values and errors (422), or with a concurrent change (409). Null gets 404. */
  | { readonly kind: "again"; readonly status: 409 | 422; readonly page: ConsolePage | null }
  /** A page of its own (200): a preview, or a secret that is shown once. */
  | { readonly kind: "page"; readonly page: ConsolePage | null }
  | { readonly kind: "missing" }
  | { readonly kind: "file"; readonly file: ConsoleFile };

/** A form at `POST path`. Only owners may send it, unless `forReaders`. */
export interface ActRow {
  readonly path: string;
  /** The command of a declared act; otherwise the file of `owner/` behind the form. */
  readonly act: string;
  readonly declaration?: Act;
  readonly forReaders?: boolean;
  readonly ofAllOnly?: boolean;
  /** The largest size of the form in bytes. Default 1 MiB, at most 512 MiB. */
  readonly maxBytes?: number;
  readonly run: (context: ConsoleContext, form: SentForm) => Promise<ActAnswer>;
}

export interface ConsoleModule {
  readonly pages: readonly PageRow[];
  readonly acts: readonly ActRow[];
}

export const NOTICES = (Object.keys(consoleEnglish) as (keyof typeof consoleEnglish)[]).filter(isNotice);
export type { NoticeKey };

function isNotice(key: keyof typeof consoleEnglish): key is NoticeKey {
  return key.startsWith("done.");
}
