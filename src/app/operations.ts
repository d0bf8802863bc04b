/**
 * All operations of the service, door by door: routes, the table of allowed methods and the OpenAPI document are made
 * from this list.
 *
 * @module
 */
import { hubOperations } from "../hub/mod.ts";
import { mcpOperations } from "../mcp/mod.ts";
import { restOperations } from "../rest/mod.ts";
import type { Operation } from "../web/operation.ts";
import type { AppService } from "./app_service.ts";
import { pageOperations } from "./page_operations.ts";

/** Every operation of the service, in the order of the OpenAPI document. */
export const operations: readonly Operation<AppService>[] = [
  ...restOperations,
  ...hubOperations,
  ...mcpOperations,
  ...pageOperations,
];
