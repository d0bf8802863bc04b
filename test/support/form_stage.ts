/** The application with its forms over a real store: a customer holds the link of one job. */
import {
  digestOfToken,
  type Invitation,
  type InvitationService,
  type Job,
  unsubscribeToken,
} from "../../src/invitations/mod.ts";
import { createInvitationService } from "../../src/owner/answer_invitation.ts";
import { analystFor } from "../../src/publication/publishing/mod.ts";
import type { Business } from "../../src/review/mod.ts";
import type { App, OpenServices } from "../../src/server/app/mod.ts";
import { appOf } from "./app_of.ts";
import { CLIENT } from "./client.ts";
import { draftOf, importInto } from "./drafts.ts";
import { invitationOf, jobOf } from "./jobs.ts";
import { businessOf, manyReviews } from "./page_stage.ts";
import { publicationOf } from "./publication_of.ts";
import { seededBytes } from "./seeded_random.ts";
import { openTestStore, type TestStore } from "./test_store.ts";

/** The tokens of the link, and of the link to unsubscribe. */
export const TOKEN = "Zm9ybS1saW5rLWZvci10ZXN0cy0x";
const KEY = "k".repeat(43);
export const UNSUBSCRIBE_TOKEN = unsubscribeToken(KEY, jobOf().id);

/** A review that readers see. */
export const PUBLISHED_ID = manyReviews(1)[0]?.id ?? "";

interface FormStageOptions {
  readonly job?: Partial<Job>;
  readonly invitation?: Partial<Invitation>;
  readonly business?: Partial<Business>;
  readonly isAsking?: boolean;
  readonly parts?: Partial<OpenServices>;
}

export interface FormStage extends AsyncDisposable {
  readonly store: TestStore;
  readonly invitationService: InvitationService;
  readonly app: App;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, form: Record<string, string> | string, headers?: Record<string, string>): Promise<Response>;
}

/** What a customer sends who fills everything in that is required. */
export const SOUND = { rating: "4", text: "On time, and tidy.", display_name: "first", license: "yes" };

export async function openFormStage(options: FormStageOptions = {}): Promise<FormStage> {
  const { isAsking = true, parts = {} } = options;
  const business = businessOf({
    same_as: ["https://www.yelp.com/biz/hobart", "https://g.page/hobart"],
    ...options.business,
  });
  const store = openTestStore();
  await importInto(store, [draftOf({ id: PUBLISHED_ID })], { businessAfter: () => business });
  await store.jobs.write(async (writes) => {
    await writes.insert([jobOf({ service: "Drain cleaning", ...options.job })]);
    const link = { tokenDigest: digestOfToken(TOKEN), expiresAt: 4_102_444_800_000 };
    await writes.invite([invitationOf({ ...link, ...options.invitation })]);
  });
  const invitationService = createInvitationService(store, {
    randomBytes: seededBytes,
    analystFor,
    linkKey: KEY,
  });
  const app = appOf(publicationOf(business, manyReviews(5)), { invitationService, isAsking, ...parts });
  const ask = async (path: string, init: RequestInit) => app(new Request(`http://goodword.test${path}`, init), CLIENT);
  return {
    store,
    invitationService,
    app,
    get: (path, headers = {}) => ask(path, { headers }),
    post(path, form, headers = {}) {
      const body = typeof form === "string" ? form : new URLSearchParams(form).toString();
      const type = { "Content-Type": "application/x-www-form-urlencoded" };
      return ask(path, { method: "POST", body, headers: { ...type, ...headers } });
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}
