/**
 * Work that is done when it is first asked for, and then never again.
 *
 * @module
 */
import type { Answer } from "./operation.ts";

/** Calls `make` at the first call and gives everybody its value, which may be a promise. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

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
