/**
 * What was imported, what is published, and what is withheld and why: so that anybody can see whether bad ratings
 * are withheld more often.
 *
 * @module
 */
import { type Static, Type } from "typebox";
import { Distribution, WITHHOLDING_REASONS } from "../../review/mod.ts";

const closed = { additionalProperties: false } as const;
const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Share = Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()]);

export const Transparency = Type.Object(
  {
    imported: Count("Reviews kept: those published, withheld and joined"),
    published: Count("Reviews published"),
    joined: Count("Copies of one customer's review at another source; they count with it, once"),
    withheld_count: Count("Reviews kept but not published"),
    withheld: Type.Array(
      Type.Object(
        {
          reason: Type.Enum([...WITHHOLDING_REASONS], { description: 'Why; there is no reason "low rating"' }),
          count: Count("Reviews withheld for this reason"),
          by_rating: Distribution,
        },
        { ...closed, description: "Reviews withheld for one reason" },
      ),
      { description: "Withheld reviews by reason, every reason listed" },
    ),
    withheld_share_by_rating: Type.Object(
      { "1": Share, "2": Share, "3": Share, "4": Share, "5": Share },
      {
        ...closed,
        description: "Share of the imported reviews of a rating that is withheld; null when there are none",
      },
    ),
  },
  { ...closed, description: "What is published and what is held back" },
);
export type Transparency = Static<typeof Transparency>;
