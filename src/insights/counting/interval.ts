/**
 * The shape of an interval, apart from its computation, which publishing needs without any shapes.
 *
 * @module
 */
import { type Static, Type } from "typebox";

export const Interval = Type.Object(
  {
    low: Type.Number({ minimum: 0, maximum: 1, description: "Lower end" }),
    high: Type.Number({ minimum: 0, maximum: 1, description: "Upper end" }),
  },
  { additionalProperties: false, description: "The 95 % Wilson interval of a share" },
);
export type Interval = Static<typeof Interval>;
