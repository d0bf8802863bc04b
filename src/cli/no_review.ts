import { GoodwordError } from "../errors.ts";

/** The failure of a command that was to change reviews of these ids, of which there are none. */
export function noReview(...ids: readonly string[]): GoodwordError {
  const named = ids.map((id) => JSON.stringify(id)).join(", ");
  return new GoodwordError("not_found", `There is no review with the id ${named}; nothing was changed`);
}
