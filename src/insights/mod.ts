/**
 * Computes the insights dataset from the published reviews: aspects, entities, topics, FAQ and summary.
 *
 * @module
 */
import { type Static, Type } from "typebox";

export const InsightsDataset = Type.Object({}, { description: "Insights computed from the published reviews" });
export type InsightsDataset = Static<typeof InsightsDataset>;
