/**
 * What turns a text's features into log-odds of praise and blame: made by `scripts/train_insights.ts`, but for the shares
 * by stars, which are stated (docs/decisions/0010-judgements.md).
 */

/** Weights of the features in the order of `aspect_votes.ts`. */
export const EVIDENCE = {
  praise: [0.76, 1.72, 0.69, 1.79, 0.59, -1.09, 0.77, -0.71, -0.78],
  blame: [0.84, 1.77, 0.85, -1.27, 0.38, -0.68, 0.71, -0.8, 0.51],
} as const;

/** Of all judgements in reviews of one to five stars, the share that blames. */
export const BLAME_BY_STARS = [0.96, 0.9, 0.65, 0.15, 0.015] as const;

/**
 * Reviews say more of what their stars say than sentences written for training do: log-odds added to blame at one to five
 * stars, and to praise.
 */
export const MORE = { blame: [1.4, 1.4, 0.8, 1.2, 3], praise: [0, 0, 0, 0.5, 0.7] } as const;

/** What the stars add at least to blame that is said as an exception. */
export const CONCEDED = 1.1;
