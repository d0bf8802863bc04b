/**
 * What turns a text's features into log-odds of praise and blame: made by `scripts/train_insights.ts`, but for the shares
 * by stars, which are stated (docs/decisions/0010-judgements.md).
 */

/** Weights of the features in the order of `aspect_votes.ts`. */
export const EVIDENCE = {
  praise: [0.77, 1.66, 0.8, 1.37, 0.87, -1.65, 0.6, -0.61],
  blame: [0.8, 2.13, 0.71, -1.13, 0.08, -1.02, 0.6, -0.72],
} as const;

/** Of all judgements in reviews of one to five stars, the share that blames. */
export const BLAME_BY_STARS = [0.96, 0.9, 0.65, 0.15, 0.015] as const;

/**
 * Reviews say more of what their stars say than sentences written for training do: log-odds added to blame at one to five
 * stars, and to praise.
 */
export const MORE = { blame: [1.7, 1.7, 0.6, 0, 0], praise: [0, 0, 0, 0.5, 0.7] } as const;

/** What is left of the stars' weight against blame that is said as an exception. */
export const CONCEDED = 0.15;
