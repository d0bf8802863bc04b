/**
 * Schemas of what was imported, what is published, and what is withheld and why: so that anybody can see whether bad
 * ratings are withheld more often.
 */
import { type Static, Type } from "typebox";
import { Distribution, WITHHOLDING_REASONS } from "../../review/mod.ts";

export const Interval = Type.Object(
  {
    low: Type.Number({ minimum: 0, maximum: 1, description: "Lower end" }),
    high: Type.Number({ minimum: 0, maximum: 1, description: "Upper end" }),
  },
  { additionalProperties: false, description: "The 95 % Wilson interval of a share" },
);
export type Interval = Static<typeof Interval>;

const closed = { additionalProperties: false } as const;
const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Share = Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()]);
const ShareInterval = Type.Union([Interval, Type.Null()]);

export const WithheldForReason = Type.Object(
  {
    reason: Type.Enum([...WITHHOLDING_REASONS], { description: 'Why; there is no reason "low rating"' }),
    count: Count("Reviews withheld for this reason"),
    by_rating: Distribution,
  },
  { ...closed, description: "Reviews withheld for one reason" },
);

const counts = {
  imported: Count("Reviews kept: those published, withheld and joined"),
  published: Count("Reviews published"),
  joined: Count("Copies of one customer's review at another source; they count with it, once"),
  withheld_count: Count("Reviews kept but not published"),
  withheld: Type.Array(WithheldForReason, { description: "Withheld reviews by reason, every reason listed" }),
};
export const TransparencyCounts = Type.Object(counts, closed);
/** What is withheld, counted. */
export type TransparencyCounts = Static<typeof TransparencyCounts>;

export const WithheldShares = Type.Object(
  { "1": Share, "2": Share, "3": Share, "4": Share, "5": Share },
  {
    ...closed,
    description: "Of the reviews of each rating, the share that is withheld; null when there are none",
  },
);
export const WithheldIntervals = Type.Object(
  { "1": ShareInterval, "2": ShareInterval, "3": ShareInterval, "4": ShareInterval, "5": ShareInterval },
  { ...closed, description: "Intervals of withheld_share_by_rating" },
);

export const Transparency = Type.Object(
  {
    ...counts,
    withheld_share: Type.Union(Share.anyOf, { description: "withheld_count / (withheld_count + published)" }),
    withheld_interval: Type.Union([Interval, Type.Null()], { description: "Interval of withheld_share" }),
    withheld_share_by_rating: WithheldShares,
    withheld_interval_by_rating: WithheldIntervals,
  },
  { ...closed, description: "What is published and what is held back" },
);
export type Transparency = Static<typeof Transparency>;
