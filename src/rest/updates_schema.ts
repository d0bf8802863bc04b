/**
 * /api/updates.json as a schema.
 *
 * @module
 */
import { Type } from "typebox";
import { CalendarDate, ReviewId } from "../review/mod.ts";
import { About, FeedItem, JsonFeed } from "./schemas.ts";

const { _goodword: ofReview, ...members } = FeedItem.properties;
const { items: _, _goodword: ofFeed, ...head } = JsonFeed.properties;

const OfChange = {
  about: About,
  kind: Type.Enum(["added", "changed", "removed"], { description: "What became of the review" }),
  revision: Type.Integer({ minimum: 0, description: "Number of the change, as in /api/changes" }),
  review_id: ReviewId,
};

const { id, title, date_published: _published, date_modified, content_text, ...others } = members;

const UpdateItem = Type.Object(
  {
    id: { ...id, description: "Id of this change of the review" },
    title,
    content_text: { ...content_text, description: "The review as plain text; of a removed one a sentence" },
    date_published: Type.String({ format: "date-time", description: "When the change was made" }),
    date_modified: { ...date_modified, description: "The same" },
    ...Type.Partial(Type.Object(others)).properties,
    _goodword: Type.Object(
      {
        ...OfChange,
        date: Type.Optional({ ...CalendarDate, description: "Date of the review" }),
        ...Type.Partial(Type.Omit(ofReview, ["about", "review_id"])).properties,
      },
      {
        additionalProperties: false,
        description: "Members beyond JSON Feed; those of the review are left out when it is removed",
      },
    ),
  },
  { additionalProperties: false, description: "A change of a review as a feed item" },
);

const { removed: _removed, ...aboutFeed } = ofFeed.properties;

/** https://www.jsonfeed.org/version/1.1/ */
export const UpdatesFeed = Type.Object(
  {
    ...head,
    _goodword: Type.Object(aboutFeed, { additionalProperties: false, description: "Members beyond JSON Feed" }),
    items: Type.Array(UpdateItem, { maxItems: 50, description: "The 50 latest changes, latest first" }),
  },
  { additionalProperties: false, description: "The latest changes as a JSON Feed 1.1 document" },
);
