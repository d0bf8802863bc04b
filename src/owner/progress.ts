/**
 * How far a long act has come, for a door to show.
 *
 * @module
 */

/** What an import does with its reviews, one after the other, and what a move does with its rows. */
export type StepName = "analyse" | "save" | "analyse_again" | "move";

/** Receives the progress of one act. */
export interface Progress {
  /** Begins a step of `total` reviews or rows; the returned function is told how many are done. */
  step(name: StepName, total: number): (done: number) => void;
  /** Ends the last step. */
  end(): void;
}

/** Reports nothing. */
export const NO_PROGRESS: Progress = { step: () => () => {}, end: () => {} };
