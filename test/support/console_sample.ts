/** Fills a store with data for every page of the console, all with the same text. */
import type { Business } from "../../src/review/mod.ts";
import type { Store, StoredReview } from "../../src/store/mod.ts";
import { change, saveReviews, storedRemoval, storedReview } from "../store/contract/place.ts";
import { openTestConsole, type TestConsole } from "./console.ts";
import { invitationOf, jobOf } from "./jobs.ts";
import { businessOf } from "./page_stage.ts";

/** Settings with which everything may be done. */
export const EVERYTHING_ON: Readonly<Record<string, string>> = {
  INVITATIONS: "mail",
  SMTP_URL: "smtp://localhost:25",
  MAIL_FROM: "Alder <reviews@example.com>",
  LINK_KEY: "0123456789abcdef0123456789abcdef",
  NOTICE_MAIL: "owner@example.com",
};

/** A console of one of many businesses, with everything on and filled. */
export async function openFilledConsole(): Promise<TestConsole> {
  const console = openTestConsole({ environment: EVERYTHING_ON, isOneOfMany: true });
  await fillConsole(console.store, (index) => `words ${index}`);
  return console;
}

/** Puts the text of each person wherever a person may write any, cut where the field is short. */
export async function fillConsole(store: Store, said: (index: number) => string): Promise<void> {
  const short = (index: number) => said(index).slice(0, 80);
  const business = businessOf({
    name: short(0),
    description: said(1),
    telephone: "+1 555 0100",
    // Without a postal address there is no preview of an invitation.
    address: {
      street_address: "12 Harbor Road",
      locality: "Port Avery",
      region: "MN",
      postal_code: "55900",
      country: "US",
    },
    language: "en",
    services: [{ id: "drains", name: short(2), keywords: [short(3)] }],
    technicians: [{ id: "dana", name: short(4), aliases: [short(5)], public: true }],
    service_areas: [{ id: "area", name: short(6), aliases: [] }],
  });
  const words = (index: number): Partial<StoredReview> => ({
    title: short(index),
    text: `${said(index)} and so on`,
    authorName: short(index + 1),
    sourceUrl: `https://source.example/?q=${encodeURIComponent(said(index))}`,
    givenMentions: { technicians: [short(index)], services: ["drains"], service_areas: [short(index)] },
  });
  const reviews = [
    ...Array.from({ length: 60 }, (_, at) =>
      storedReview({ id: `r${at}`, rating: 1 + (at % 5), ...words(at), ...(at % 3 === 0 && { replyText: said(at) }) }),
    ),
    storedReview({ id: "hidden", ...words(60), withheld: "personal_data" }),
    storedReview({ id: "unproved", ...words(61), withheld: "unverified", verificationMethod: "none" }),
    storedReview({ id: "vouched", ...words(61), verificationMethod: "operator_attested", replyText: said(61) }),
    ...Array.from({ length: 14 }, (_, at) => {
      const surge = { rating: 1, date: "2026-05-10", verificationMethod: "none", withheld: "unverified" } as const;
      return storedReview({ id: `surge${at}`, ...surge, ...words(61) });
    }),
    storedReview({ id: "copy", ...words(1), source: "yelp", copyOf: "r1" }),
    storedReview({ id: "answer", ...words(62), source: "direct", verificationMethod: "invitation" }),
  ];
  await saveReviews(store, ...reviews);
  await store.reviews.write(async (writes) => {
    const photo = { id: "p1", digest: "d1", sizes: [{ width: 40, height: 30 }], date: null };
    const about = { caption: short(76), service: "drains", technician: "dana" };
    const profile = { ...(business as Business), job_photos: [{ ...photo, ...about }] };
    await writes.saveBusiness({ profile, insightsOverrides: null });
    await writes.savePhotoFiles("p1", [{ name: "d1-40.webp", bytes: new Uint8Array(8) }]);
    await writes.saveRemovals([storedRemoval()]);
    await writes.saveContest("hidden", said(63));
    await writes.saveReport({ reviewId: "r2", reason: "abuse", text: said(64), email: "jane@example.com" });
    await writes.saveSetting("mail_greetings", JSON.stringify({ en: said(65) }));
    const lines = [{ reviewId: "r1", detail: { said: said(66) } }];
    await writes.recordChange({ command: "import", at: writes.now, lines, by: short(67) });
    await writes.jobs.insert([
      jobOf({
        customerName: short(68),
        reference: short(69),
        service: short(70),
        technician: short(71),
        area: short(72),
      }),
      jobOf({ id: "job_skipped", customerName: short(73), skippedAt: 5, skippedNote: short(74) }),
      jobOf({ id: "job_open", customerName: short(75), email: null, telephone: "+1 555 0199", referenceDigest: "r8" }),
    ]);
    await writes.jobs.invite([invitationOf({ reviewId: "answer", answeredAt: 4 })]);
    await writes.jobs.saveJobsToken({
      name: "zapier",
      may: "jobs",
      verifiedBy: "none",
      digest: "d1",
      createdAt: 1,
      revokedAt: null,
    });
  });
  await change(store);
  await subscribe(store);
}

/** A subscriber whose intent is verified. */
async function subscribe({ subscriptions }: Store): Promise<void> {
  const topic = "https://reviews.example.com/feed.xml";
  const caps = { pending: 99, perTopic: 99, perSite: 99 };
  const asked = { topic, callback: "https://reader.example/push", callbackSite: "reader.example" };
  await subscriptions.savePending(
    { ...asked, mode: "subscribe", secret: null, leaseSeconds: 864_000, verifyToken: null },
    caps,
  );
  const claim = {
    claim: "v",
    held: [],
    maxRepeated: 99,
    limit: 100,
    perDestination: 8,
    underWay: new Map(),
  };
  const { claimed } = await subscriptions.exchangeVerifications([], claim);
  const baseline = { topic, digest: "d", revision: 1 };
  const settlement = { kind: "subscribed", baseline, caps } as const;
  await subscriptions.exchangeVerifications(
    claimed.map((pending) => ({ pending, settlement })),
    { ...claim, limit: 0 },
  );
}
