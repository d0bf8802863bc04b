/** The aspects by id and name, without the shapes that `review/mod.ts` would load. */
export { ASPECT_IDS, ASPECT_NAMES, type AspectId } from "../../review/aspect_ids.ts";
