/** What both doors hand to an act: the settings, and the ways to the outside. */
import type { Config } from "../config.ts";
import type { Mailer } from "../invitations/mod.ts";
import type { GuardedFetch } from "../platform.ts";
import type { BusinessList, OpenOptions, Store } from "../store/mod.ts";
import type { Pictures } from "./pictures.ts";
import type { LookUpTexts } from "./sender_domain.ts";
import type { SettingsPlace } from "./settings_place.ts";

export interface ActServices {
  readonly config: Config;
  /** Path of the SQLite file, or URL of the PostgreSQL database. */
  readonly database: string;
  readonly openCopy: OpenCopy;
  readonly pictures: Pictures;
  readonly mail: MailAccess;
  readonly guardedFetch: (allowPrivate: boolean) => Promise<GuardedFetch>;
  /** Null if the process serves one business. */
  readonly scope: ManyBusinesses | null;
  /** Calls `use` with the settings of a store's business; null for the pages over all. */
  withSettings<Done>(store: Store, use: (place: SettingsPlace) => Promise<Done>): Promise<Done | null>;
  randomBytes(count: number): Uint8Array;
}

export interface ActContext extends ActServices {
  readonly now: number;
  /** The person at the console. */
  readonly by?: string | undefined;
  /** Identity of the business, where it is one of many. */
  readonly business?: string | undefined;
}

export type OpenCopy = (path: string, options: OpenOptions) => Store | Promise<Store>;

export interface MailAccess {
  /** Connects when the first message is sent. */
  open(server: { readonly url: string; readonly name: string }): Promise<Mailer>;
  readonly lookUpTexts: LookUpTexts;
}

/** The businesses of a process with many, and the store of each. */
export interface ManyBusinesses {
  openList(): Promise<BusinessList>;
  withStoreOf<Done>(id: string, use: (store: Store) => Promise<Done>): Promise<Done>;
}

export interface ListedStores extends Pick<ManyBusinesses, "withStoreOf"> {
  readonly list: BusinessList;
}
