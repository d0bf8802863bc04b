/**
 * Has @elysiajs/swagger put the OpenAPI document together, from the routes that answer.
 *
 * @module
 */
import { swagger } from "@elysiajs/swagger";
import { Elysia } from "elysia";
import { openApiBase, openApiOperation } from "./openapi.ts";
import type { Router } from "./router.ts";

/** The document of a router's operations, as a value. */
export async function openApiDocument({ elysia, described }: Router, baseUrl: string): Promise<object> {
  // Built late: writing out the schemas takes longer than routing, and no request needs it to be routed.
  for (const { operation, detail } of described) Object.assign(detail, openApiOperation(operation));
  const operations = described.map(({ operation }) => operation);
  const documenting = new Elysia()
    .use(
      swagger({
        path: "/ui",
        specPath: "/openapi.json",
        excludeStaticFile: false,
        exclude: ["/ui", "/ui/json", "/openapi.json"],
        // The plugin's types know OpenAPI 3.0 only.
        documentation: openApiBase(baseUrl, operations) as never,
      }),
    )
    .use(elysia);
  await documenting.modules;
  const response = await documenting.handle(new Request("http://goodword.test/openapi.json"));
  return (await response.json()) as object;
}
