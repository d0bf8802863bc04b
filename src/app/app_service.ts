/**
 * What the operations are given to answer from: the parts of the application, and what it makes of them once.
 *
 * @module
 */
import type { McpService } from "../mcp/mod.ts";
import type { RestService } from "../rest/mod.ts";
import type { AppParts } from "./app_parts.ts";
import type { Described } from "./described.ts";
import type { PageAnswers } from "./page_answers.ts";

/** What the operations of every interface answer from. */
export interface AppService extends AppParts, Pick<RestService, "reviewAnswers" | "reviewJsonLd"> {
  readonly openApi: () => Promise<Described>;
  readonly pages: PageAnswers;
  readonly connectPage: McpService["connectPage"];
}
