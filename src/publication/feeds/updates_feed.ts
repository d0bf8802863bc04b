/**
 * The latest changes as a JSON Feed 1.1 document: what the feeds of the newest reviews leave out, such as a reply to an old
 * review, is told here.
 */

import { absoluteUrl, PATHS } from "../../http/paths.ts";
import type { Review } from "../../review/mod.ts";
import { entryId, type FeedBasis, withSampleNotice } from "./entry.ts";
import { feedHead, reviewItem } from "./json_feed.ts";

/** The latest change of a review; null for one that is published no more. */
export interface FeedUpdate {
  readonly kind: "added" | "changed" | "removed";
  readonly revision: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly id: string;
  readonly review: Review | null;
}

/** All that the feed is written from. */
interface UpdatesInput extends FeedBasis {
  /** Latest first; as many as the feed shall hold. */
  readonly updates: readonly FeedUpdate[];
}

/** The document. The same input gives the same bytes. */
export function updatesFeed(input: UpdatesInput): string {
  const { site, business, words, updates } = input;
  const about = absoluteUrl(site, PATHS.docs);
  const feed = {
    ...feedHead(input, {
      path: PATHS.updates,
      title: words.say("updates.title", { business: business.name }),
      description: withSampleNotice(words.say("updates.description", { business: business.name }), input),
    }),
    _goodword: { about, is_sample: business.is_sample, license: business.license, sources: business.sources },
    items: updates.map((update) => item(update, input, about)),
  };
  return `${JSON.stringify(feed)}\n`;
}

/** Each change is an item of its own, so that readers show the second edit of a review, too. */
function item(update: FeedUpdate, input: UpdatesInput, about: string) {
  const { kind, revision, id, review } = update;
  const at = new Date(update.at).toISOString();
  const own = { id: entryId(input.authority, "update", id, String(revision)), date_published: at, date_modified: at };
  const change = { about, kind, revision, review_id: id };
  if (review === null) {
    return {
      ...own,
      title: input.words.say("updates.removed"),
      content_text: input.words.say("updates.removedText", { id }),
      _goodword: change,
    };
  }
  const asReview = reviewItem(review, input, about);
  return {
    ...asReview,
    ...own,
    title: input.words.say(kind === "added" ? "updates.added" : "updates.changed", { title: asReview.title }),
    _goodword: { ...asReview._goodword, ...change, date: review.date },
  };
}
