/**
 * What turns a text's features into log-odds of praise and blame: made by `scripts/train_insights.ts`, but for the shares
 * by stars, which are stated (docs/decisions/0010-judgements.md).
 *
 * @module
 */

/** Weights of the features in the order of `aspect_evidence.ts`. */
export const EVIDENCE = {
  praise: [0.998, 2.567, 0.874, 1.482, 0.599, -2.761, 1.206, -0.296],
  blame: [0.906, 2.922, 0.823, -0.918, 1.039, -1.496, 0.805, -0.007],
} as const;

/** Of all judgements in reviews of one to five stars, the share that blames. */
export const BLAME_BY_STARS = [0.96, 0.9, 0.65, 0.15, 0.015] as const;

/**
 * Reviews say more of what their stars say than sentences written for training do: log-odds added to blame at one to five
 * stars, and to praise.
 */
export const MORE = { blame: [1.2, 1.2, 0.6, 0, 0], praise: [0, 0, 0, 0.4, 0.5] } as const;

/** What is left of the stars' weight against blame that is said as an exception. */
export const CONCEDED = 0.5;
