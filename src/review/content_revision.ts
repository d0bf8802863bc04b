/**
 * The name that readers know a published state by.
 *
 * @module
 */
import { Type } from "typebox";

/** Schema of `revision` in documents and answers. */
export const ContentRevision = Type.String({
  description: "Digest of all that is published, as in Goodword-Revision",
});
