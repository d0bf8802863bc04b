/** Answers since the start, by status. */
export type AnswerCounts = ReadonlyMap<number, number>;
