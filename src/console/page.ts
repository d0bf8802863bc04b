/**
 * What the console is made of: pages that are shown and acts that are done, as rows. A page shows what `owner/` reads and
 * an act does what `owner/` does; neither decides anything.
 */
import type { ComponentChildren } from "preact";
import type { Config } from "../config.ts";
import type { Mailer } from "../invitations/mod.ts";
import { type ConsoleWords, consoleEnglish } from "../languages/mod.ts";
import type { Act, NoticeKey } from "../owner/act.ts";
import type { OpenCopy } from "../owner/back_up.ts";
import type { NoticeAccess } from "../owner/notices.ts";
import type { Pictures } from "../owner/pictures.ts";
import type { ActRefusal } from "../owner/refusal.ts";
import type { LookUpTexts } from "../owner/sender_domain.ts";
import type { SettingsPlace } from "../owner/settings.ts";
import type { BusinessInBrief } from "../owner/statistics.ts";
import type { KeptBusiness } from "../review/mod.ts";
import type { BusinessList, PersonRole, Store } from "../store/mod.ts";
import type { ScriptName } from "./assets.ts";

/** A person who is logged in. Owners do everything; readers look. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly role: PersonRole;
  /** Ids of the businesses that they were let into, of many; null for all. */
  readonly businesses: readonly string[] | null;
}

/** What a page or an act is given. */
export interface ConsoleContext {
  /** Changes that are made through it stand in the history as this person's. */
  readonly store: Store;
  readonly person: Person;
  readonly words: ConsoleWords;
  /** Null before the first import. */
  readonly business: KeptBusiness | null;
  readonly now: number;
  /** Decoded parameters of the path, such as `id`. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly means: ConsoleMeans;
  /** The form that the page is shown again for, as it was refused. */
  readonly refused?: RefusedForm;
  /** Origin of the console as the person's browser sees it, and the digest of their session. */
  readonly visit: { readonly origin: string; readonly session: string };
}

/** A form that was refused. */
interface RefusedForm {
  readonly act: string;
  /** Of its subject; "" where there is but one. */
  readonly id: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Names of the inputs that its button stood for. */
  readonly fixed: readonly string[];
  readonly refusal: ActRefusal;
}

/** One of many businesses, or all of them, as the console is about. */
export interface ConsoleScope {
  /** Id of the business; null for the pages over all. */
  readonly business: string | null;
  /** Identity of the business, which grants of access name; null for the pages over all. */
  readonly identity: string | null;
  /** What stands before each path of its pages; "" for the pages over all. */
  readonly prefix: string;
  /** The businesses of a page, as they stand, of those that a person was let into. */
  overview(mayEnter: (identity: string) => boolean, page: number): Promise<Overview>;
  /** The list of all businesses. */
  openList(): Promise<BusinessList>;
}

/** A page of businesses. */
interface Overview {
  readonly total: number;
  readonly pageSize: number;
  readonly businesses: readonly OverviewRow[];
}

/** How it stands with a business. */
export interface OverviewRow {
  readonly id: string;
  readonly baseUrl: string;
  /** Null where its store cannot be read. */
  readonly figures: BusinessInBrief | null;
}

/** What the console needs of the process; each page takes what it is about. */
export interface ConsoleMeans {
  readonly config: Config;
  /** Address of the public pages, without a slash at its end. */
  readonly baseUrl: string;
  /** Address of the console, without a slash at its end. */
  readonly consoleUrl: string;
  /** Path of the SQLite file, or URL of the PostgreSQL database. */
  readonly database: string;
  /** A folder of this server's that nobody else may read; files of forms are put there. It is erased when the server stops. */
  readonly uploads: string;
  readonly passwords: Passwords;
  /** Opens a copy of the database, to look through it. */
  readonly openCopy: OpenCopy;
  readonly mail: MailAccess;
  readonly pictures: Pictures;
  readonly guardedFetch: NoticeAccess["guardedFetch"];
  /** Null where the process serves one business. */
  readonly scope: ConsoleScope | null;
  /** Where the settings of the business of a store are kept; null for the pages over all. */
  withSettings<Done>(store: Store, use: (place: SettingsPlace) => Promise<Done>): Promise<Done | null>;
  randomBytes(count: number): Uint8Array;
  /** Has the import that was staged in this folder below `uploads` carried out elsewhere, while the console answers on. */
  begin(folder: string): void;
}

/** Mail of the owner. */
interface MailAccess {
  /** Connects with the first message. */
  open(server: { readonly url: string; readonly name: string }): Promise<Mailer>;
  readonly lookUpTexts: LookUpTexts;
}

/** More people log in at once than passwords can be compared; after a few seconds there is a place again. */
export class PasswordsBusyError extends Error {
  override readonly name = "PasswordsBusyError";
}

/** Digests of passwords that are slow to make, each with a salt of its own. They take turns. */
export interface Passwords {
  /** Calls `work`, which compares passwords, in one of a few places. @throws {PasswordsBusyError} at once when all are taken */
  admit<Done>(work: () => Promise<Done>): Promise<Done>;
  /** Null when it is no longer wanted once its turn has come. @throws {PasswordsBusyError} when no place is left */
  hash(password: string, isWanted?: () => Promise<boolean>): Promise<string | null>;
  verify(password: string, hash: string): Promise<boolean>;
}

/** A page as it is put into the frame. */
export interface ConsolePage {
  readonly title: string;
  /** Which entry of the navigation it belongs to; null for none. */
  readonly section: ConsoleSection | null;
  readonly body: ComponentChildren;
  /** Without scripts it is loaded again after so many seconds. */
  readonly refreshSeconds?: number;
  /** A script that it is better with; it is complete without. */
  readonly script?: ScriptName;
}

/** What stands at a path by itself, without the frame. */
export interface ConsoleFile {
  /** Content-Type, with its charset where the type needs one. */
  readonly mediaType: string;
  /** The bytes, or where they lie on this machine: a file that is sent as it is, however long. */
  readonly body: string | Uint8Array<ArrayBuffer> | { readonly path: string };
  /** The name to save it under; shown by the browser without one. */
  readonly name?: string;
}

/** The entries of the navigation, in their groups and their order. */
export const NAVIGATION = [
  { group: null, sections: ["inbox"] },
  { group: null, sections: ["reviews"] },
  { group: "customers", sections: ["jobs", "invitations"] },
  { group: "page", sections: ["profile", "photos", "share"] },
  {
    group: "more",
    sections: [
      ...(["import", "verification", "copies", "insights", "subscribers"] as const),
      ...(["people", "activity", "notices", "backups", "settings"] as const),
    ],
  },
] as const;

/** An entry of the navigation. */
export type ConsoleSection = (typeof NAVIGATION)[number]["sections"][number];

/** A page at `GET path`; parameters are written `:id`. Null is answered with 404. */
export interface PageRow {
  readonly path: string;
  /** Owners alone may see it; readers too when left out. */
  readonly ownersOnly?: boolean;
  /** Of many businesses, only whoever was let into all may see it. */
  readonly ofAllOnly?: boolean;
  /** The name in the history of a page that is a file of personal data. */
  readonly noted?: string;
  readonly show: (context: ConsoleContext) => Promise<ConsolePage | ConsoleFile | null>;
}

/** The fields of a form that was sent; files are spooled beside, under the name of their field. */
export interface SentForm {
  /** The first value of a field, "" when it is missing. Line feeds are `\n`. */
  text(name: string): string;
  all(name: string): readonly string[];
  files(name: string): readonly SentFile[];
}

/** A file that was sent with a form; it is deleted when the act has ended, unless it is moved elsewhere. */
export interface SentFile {
  readonly name: string;
  readonly size: number;
  /** Where it lies on this machine. */
  readonly path: string;
}

/** What is answered to a form. */
export type ActAnswer =
  /** 303 to a path of the console; `notice` is shown there once. */
  | { readonly kind: "done"; readonly to: string; readonly notice?: NoticeKey }
  /** The page once more with what was typed and what is wrong with it (422), or with what has changed meanwhile (409). Null is answered with 404. */
  | { readonly kind: "again"; readonly status: 409 | 422; readonly page: ConsolePage | null }
  /** A page that stands for itself (200): a preview, or a secret that is shown once. */
  | { readonly kind: "page"; readonly page: ConsolePage }
  | { readonly kind: "missing" }
  | { readonly kind: "file"; readonly file: ConsoleFile };

/** A form at `POST path`. Owners alone may send it, unless it is about oneself. */
export interface ActRow {
  readonly path: string;
  /** The command of a declared act; otherwise the file of `owner/` behind the form. */
  readonly act: string;
  /** The act that the form is derived from. */
  readonly declaration?: Act;
  /** Readers may, too: what is their own, such as their password. */
  readonly forReaders?: boolean;
  /** Of many businesses, only whoever was let into all may send it. */
  readonly ofAllOnly?: boolean;
  /** Of the whole form. Default: a megabyte; 512 MB is the most. */
  readonly maxBytes?: number;
  readonly run: (context: ConsoleContext, form: SentForm) => Promise<ActAnswer>;
}

/** What there is below a first segment of paths. */
export interface ConsoleModule {
  readonly pages: readonly PageRow[];
  readonly acts: readonly ActRow[];
}

/** Messages that tell that something was done. */
export const NOTICES = (Object.keys(consoleEnglish) as (keyof typeof consoleEnglish)[]).filter(isNotice);
export type { NoticeKey };

function isNotice(key: keyof typeof consoleEnglish): key is NoticeKey {
  return key.startsWith("done.");
}
