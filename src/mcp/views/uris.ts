/**
 * Where the views of MCP Apps are had, by what they show.
 *
 * @module
 */

/** The views' URIs. */
export const VIEWS = {
  rating: "ui://goodword/rating",
  reviews: "ui://goodword/reviews",
  comparison: "ui://goodword/comparison",
} as const;

/** A view by its name. */
export type ViewName = keyof typeof VIEWS;

/** `_meta` of a tool whose answers have a view: by the name of the specification, and by the one before it. */
export function viewMeta(view: ViewName) {
  const resourceUri = VIEWS[view];
  return { ui: { resourceUri }, "ui/resourceUri": resourceUri };
}
