/**
 * Steps that follow an answer: at once where it is there, so that a request costs no turn of the event loop for each layer
 * that it passes.
 *
 * @module
 */
import type { Answer } from "./operation.ts";

/** Hands an answer on as soon as it is there. What fails fails on. */
export function whenAnswered(answer: Answer, next: (response: Response) => Response): Answer {
  return answer instanceof Promise ? answer.then(next) : next(answer);
}

/** An answer that never fails: `otherwise` makes another of what was thrown, now or later. */
export function answerOr(make: () => Answer, otherwise: (error: unknown) => Response): Answer {
  try {
    const answer = make();
    return answer instanceof Promise ? answer.catch(otherwise) : answer;
  } catch (error) {
    return otherwise(error);
  }
}
