/**
 * What turns a text's features into log-odds of praise and blame: made by `scripts/train_insights.ts`, but for the shares
 * by stars, which are stated (docs/decisions/0010-judgements.md).
 */

/** Weights of the features in the order of `aspect_votes.ts`, and the lowest score of the model: it knows nothing of the words. */
export const EVIDENCE = {
  lowest: -3,
  praise: [0.94, 1.51, 1.17, 2.38, 0.28, -1.24, 0.58, -0.05, -0.16],
  blame: [0.92, 1.15, 0.6, -0.13, 0.49, -0.9, 0.83, -0.48, 0.43],
} as const;

/** The same for the other languages, where the model hears only words that a list translates. */
export const EVIDENCE_OF_OTHERS = {
  lowest: -1.5,
  praise: [0.5, 1.5, 1.8, 0, 0.4, -1.2, 0.6, -0.1, -0.2],
  blame: [0.5, 2.2, 2.6, 0.3, 0.4, -1.2, 0.6, -0.9, 0.4],
} as const;

/** Share of blame among all judgements in reviews of one to five stars. */
export const BLAME_BY_STARS = [0.96, 0.9, 0.65, 0.15, 0.015] as const;

/**
 * Reviews say more of what their stars say than sentences written for training do: log-odds added to blame at one to five
 * stars, and to praise.
 */
export const LOG_ODDS_BY_STARS = { blame: [0.6, 1, 0.8, 1.5, 1.6], praise: [-1.3, 0, 0.2, 0.1, 0.6] } as const;

/** What the stars add at least to blame that is said as an exception. */
export const MIN_CONCEDED_LOG_ODDS = 1.1;

/** The same where no expression says it, and only the learned model heard it. */
export const MIN_LEARNED_LOG_ODDS = -0.5;
