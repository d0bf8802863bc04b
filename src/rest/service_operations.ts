/**
 * The operations that whoever runs the service asks: probes and metrics.
 *
 * @module
 */
import { COMMON_HEADERS } from "../web/headers.ts";
import { operation } from "../web/operation.ts";
import { PATHS } from "../web/paths.ts";
import { NOT_READY, problem, text } from "../web/responses.ts";
import { notReady } from "../web/when_published.ts";
import type { RestService } from "./rest_service.ts";
import { Health } from "./schemas.ts";

const ONLY_GET = problem(405, "Only GET and HEAD");

const NO_STORE = { ...COMMON_HEADERS, "Cache-Control": "no-store" };
const METRICS_HEADERS = { ...NO_STORE, "Content-Type": "text/plain; version=0.0.4; charset=utf-8" };

function healthy(): Response {
  return new Response('{"status":"ok"}\n', { headers: { ...NO_STORE, "Content-Type": "application/json" } });
}

/** Liveness, readiness and metrics. */
export const serviceOperations = [
  operation({
    id: "getHealth",
    method: "GET",
    path: PATHS.health,
    tag: "Service",
    summary: "Liveness probe",
    description: "For the supervisor that restarts a dead process.",
    responses: {
      200: {
        description: "The process is alive",
        content: { "application/json": { schema: Health, example: { status: "ok" } } },
      },
      405: ONLY_GET,
    },
    answer: healthy,
  }),
  operation({
    id: "getReadiness",
    method: "GET",
    path: PATHS.readiness,
    tag: "Service",
    summary: "Readiness probe",
    description:
      "For load balancers: 503 until the first publication after a start, and while the database cannot be read " +
      "or written. Published documents are served all the while.",
    responses: {
      200: {
        description: "Ready to serve requests",
        content: { "application/json": { schema: Health, example: { status: "ok" } } },
      },
      405: ONLY_GET,
      503: NOT_READY,
    },
    answer: (_, { reader, trouble }: RestService) => {
      if (reader.current === null) return notReady();
      const message = trouble();
      return message === null ? healthy() : notReady(message);
    },
  }),
  operation({
    id: "getMetrics",
    method: "GET",
    path: PATHS.metrics,
    tag: "Service",
    summary: "Prometheus metrics",
    description: "Responses by status, publication, hub and MCP, in text exposition format 0.0.4.",
    responses: {
      200: { description: "Text exposition format", content: { "text/plain": { schema: text("Metrics") } } },
      405: ONLY_GET,
    },
    answer: async (_, { metrics }: RestService) => new Response(await metrics(), { headers: METRICS_HEADERS }),
  }),
];
