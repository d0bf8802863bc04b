/** What is known to the year only is nowhere beside an exact day. */
import { expect, test } from "bun:test";
import { insightsOf } from "../support/insights_of.ts";
import { endpointOf, sessionOn } from "../support/mcp_endpoint.ts";
import { businessOf, pageAt, reviewOf } from "../support/page_stage.ts";
import { publicationOf } from "../support/publication_of.ts";

const mentions = { entities: [], technicians: ["Marcus Bell"], services: ["drains"], service_areas: [] };
const SAYINGS = [
  "Marcus arrived exactly on time and was very friendly. Great work on the drain.",
  "Very friendly and on time, Marcus did great work on our drain.",
];
const reviews = Array.from({ length: 12 }, (_, at) =>
  reviewOf({
    id: `r${at}`,
    date: "2023-07-14",
    date_precision: "year",
    mentions,
    text: at % 4 === 3 ? "Marcus was late and rude, and the drain leaks again." : `${SAYINGS[at % 2]} Visit ${at}.`,
    rating: at % 4 === 3 ? 2 : 5,
    author: { name: `Jane ${String.fromCharCode(65 + at)}.`, is_anonymous: false },
    verification: { method: "platform", strength: null, date: null },
    updated_at: "2026-01-02T12:00:00.000Z",
  }),
);
const insights = insightsOf(businessOf(), reviews);
const publication = publicationOf(businessOf(), reviews, { insights });

test.each(["/", "/technicians/marcus", "/services/drains", "/insights"])("on %s", async (path) => {
  const { html } = await pageAt(publication, path);
  const body = html.replace(/<(script|head)\b[\s\S]*?<\/\1>/g, "");
  expect(body.replace(/datetime="[^"]*"/g, "")).not.toMatch(/14 July 2023|July 14, 2023|2023-07-14/);
});

test("in the answers of the FAQ", () => {
  const answers = insights.faq.map(({ answer }) => answer).join("\n");
  expect(answers).toContain("From 2023:");
  expect(answers).not.toContain("July 2023");
});

test("in quotes and mentions that agents get", async () => {
  const { call } = await sessionOn(endpointOf(publication));
  const answer = JSON.stringify(await call("get_insights", { technician: "Marcus Bell" }));
  expect(answer).toContain("2023");
  expect(answer).not.toContain("2023-07-14");
});
