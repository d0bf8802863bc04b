/**
 * What a tool answers, before it is written into a result.
 *
 * @module
 */
import type { Cut } from "../lean/quoted.ts";

/** What a tool answers. */
export type ToolAnswer =
  | {
      /** Values as REST has them. The text is both the structured content and what a host without it shows. */
      readonly kind: "full";
      /** The structured content, an object as JSON text. */
      readonly json: string;
      readonly hint?: Hint;
    }
  | {
      /** The same in fewer words, those of third parties made by `quoted()`. */
      readonly kind: "lean";
      /** The structured content, an object. */
      readonly value: object;
      /** The same for hosts that show text only. */
      readonly lines: readonly string[];
      /** What it took beyond an ordinary answer, in requests; nothing when left out. */
      readonly work?: number;
      readonly hint?: Hint;
    }
  | {
      /** The same once it is written, harmless; the fences are still to be put in. */
      readonly kind: "written";
      readonly json: Cut;
      /** As it stands within a JSON string. */
      readonly text: Cut;
      readonly hint?: Hint;
    }
  | Failed;

/** What the model can correct, such as an unknown id. */
export interface Failed {
  readonly kind: "failed";
  readonly message: string;
}

/** A sentence for the model that is no part of the data, such as the nearest known name. */
type Hint = string | undefined;
