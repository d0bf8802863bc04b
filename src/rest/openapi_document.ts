/**
 * Has @elysiajs/swagger put the OpenAPI document together, once.
 *
 * @module
 */
import { swagger } from "@elysiajs/swagger";
import { Elysia } from "elysia";
import type { Operation } from "../web/operation.ts";
import { openApiBase, openApiOperation } from "./openapi.ts";

/** The document over the operations, as a value. */
export async function openApiDocument(operations: readonly Operation[], baseUrl: string): Promise<object> {
  const elysia = new Elysia().use(
    swagger({
      path: "/ui",
      specPath: "/openapi.json",
      excludeStaticFile: false,
      exclude: ["/ui", "/ui/json", "/openapi.json"],
      // The plugin's types know OpenAPI 3.0 only.
      documentation: openApiBase(baseUrl, operations) as never,
    }),
  );
  for (const operation of operations) {
    const route = operation.path.replace(/\{(\w+)\}/g, ":$1");
    const detail = openApiOperation(operation) as never;
    elysia.route(operation.method, route, () => "", { detail });
  }
  await elysia.modules;
  const response = await elysia.handle(new Request("http://goodword.test/openapi.json"));
  return (await response.json()) as object;
}
