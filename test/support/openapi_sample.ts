/** A small OpenAPI document with every construct that the reference shows. */
import type { OpenApiDocument } from "../../src/pages/mod.ts";

export const OPENAPI_SAMPLE: OpenApiDocument = {
  openapi: "3.1.0",
  info: { title: "Reviews", version: "1.0.0", description: "Open data.\n\nNo key is needed; see `limit`." },
  tags: [{ name: "Reviews", description: "The reviews themselves." }],
  paths: {
    "/reviews.json": {
      get: {
        operationId: "getReviews",
        tags: ["Reviews"],
        summary: "All reviews",
        responses: {
          "200": {
            description: "The dataset",
            headers: { ETag: { description: "Entity tag" } },
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["reviews"],
                  properties: { reviews: { type: "array", items: { $ref: "#/components/schemas/Review" } } },
                },
                example: { reviews: [] },
              },
            },
          },
          "304": { description: "Not modified" },
        },
      },
    },
    "/api/reviews/search": {
      get: {
        operationId: "searchReviews",
        tags: ["Reviews"],
        summary: "Search reviews",
        parameters: [
          {
            name: "query",
            in: "query",
            description: "Substring of the text",
            schema: { type: "string", maxLength: 200 },
            example: "it's",
          },
          { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100, default: 20 } },
        ],
        responses: { "200": { description: "One page" }, "400": { description: "Invalid parameters" } },
      },
    },
    "/api/reviews/since/{date}": {
      parameters: [
        { name: "date", in: "path", required: true, schema: { type: "string", format: "date" }, example: "2026-01-01" },
      ],
      get: { summary: "Reviews since a date", responses: { "200": { description: "Reviews" } } },
    },
    "/api/websub/hub": {
      post: {
        operationId: "subscribe",
        summary: "Subscribe",
        requestBody: {
          required: true,
          content: {
            "application/x-www-form-urlencoded": {
              schema: { type: "object", properties: { "hub.mode": { enum: ["subscribe", "unsubscribe"] } } },
              example: { "hub.mode": "subscribe" },
            },
          },
        },
        responses: { "202": { description: "Accepted" } },
        callbacks: {
          verification: {
            "{$request.body#/hub.callback}": {
              get: { summary: "Verification of intent", responses: { "200": { description: "The challenge" } } },
            },
          },
        },
      },
    },
  },
  webhooks: { notification: { post: { summary: "Content changed", responses: { "200": { description: "Taken" } } } } },
  components: {
    schemas: {
      Review: {
        type: "object",
        description: "A verified customer review",
        required: ["id"],
        properties: {
          id: { type: "string", description: "Never reused" },
          author: { type: "object", properties: { name: { type: "string", maxLength: 80 } } },
          title: { anyOf: [{ type: "string" }, { type: "null" }] },
        },
      },
    },
  },
};
