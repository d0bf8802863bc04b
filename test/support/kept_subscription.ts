/** A subscription as the hub keeps it once its subscriber has been verified and sent the first content. */
import { subscriptions } from "../../src/store/sqlite/tables.ts";
import type { TestStore } from "./test_store.ts";

type Fields = Partial<typeof subscriptions.$inferInsert>;

/** Saves a subscription to the Atom feed that was made at `createdAt` and is leased for a day. */
export function keepSubscription(
  { db }: Pick<TestStore, "db">,
  createdAt: number,
  fields: Fields & { readonly callback: string },
): void {
  db.insert(subscriptions)
    .values({
      topic: "https://reviews.goodword.test/feed.xml",
      callbackSite: "reader.test",
      secret: "open",
      leaseUntil: createdAt + 86_400_000,
      createdAt,
      acknowledgedContent: 1,
      acknowledgedRevision: 1,
      ...fields,
    })
    .run();
}
