/**
 * Figures of reviews, whole, in groups, and compared with others.
 *
 * @module
 */
export { Difference, differenceOf } from "./difference.ts";
export { filterOf, GROUPINGS, type StatsGroup, type StatsGrouping, statsGroups } from "./groups.ts";
export { STATS, type Stats, type StatsFilters, statsOf } from "./stats.ts";
