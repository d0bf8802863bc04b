import { expect, test } from "bun:test";
import type { InsightsDataset } from "../../src/insights/mod.ts";
import { businessOf, insightsOf, manyReviews, pageAt } from "../support/page_stage.ts";
import { publicationOf } from "../support/publication_of.ts";

type Period = InsightsDataset["overall"]["trend"][number];

function period(name: string, from: string, average: number | null, count = 3): Period {
  return { period: name, from, to: from, review_count: count, href: "", average_rating: average };
}

async function chartOf(trend: Period[]): Promise<string> {
  const reviews = manyReviews(5);
  const insights = insightsOf(reviews);
  const publication = publicationOf(businessOf(), reviews, {
    insights: { ...insights, overall: { ...insights.overall, trend } },
  });
  const { html } = await pageAt(publication, "/");
  return /<figure class="trend">.*?<\/figure>/s.exec(html)?.[0] ?? "";
}

test("the trend leaves a gap where a period has no reviews, and says none in the table", async () => {
  const chart = await chartOf([
    period("2025-Q1", "2025-01-01", 4),
    period("2025-Q2", "2025-04-01", null, 0),
    period("2025-Q3", "2025-07-01", 5),
    period("2025-Q4", "2025-10-01", 4.5),
  ]);
  expect(chart.match(/<circle/g)).toHaveLength(3);
  expect(chart.match(/class="line"/g)).toHaveLength(1);
  expect(chart.match(/class="column"/g)).toHaveLength(3);
  expect(chart).toContain('<th scope="row">Q2 2025</th><td>none</td><td>0</td>');
});

test("the trend names months by their first letters and each year once", async () => {
  const chart = await chartOf([
    period("2025-11", "2025-11-01", 4),
    period("2025-12", "2025-12-01", 4),
    period("2026-01", "2026-01-01", 4),
  ]);
  expect([...chart.matchAll(/class="label[^>]*>([^<]*)</g)].map((match) => match[1])).toEqual([
    "Nov",
    "2025",
    "Dec",
    "Jan",
    "2026",
  ]);
  expect(chart).toContain("month by month");
});

test("every second month may go where the names stand too close, but never the newest", async () => {
  const months = ["01", "02", "03", "04"].map((month) => period(`2026-${month}`, `2026-${month}-01`, 4));
  const chart = await chartOf(months);
  expect([...chart.matchAll(/class="label second"[^>]*>([^<]*)</g)].map((match) => match[1])).toEqual(["Jan", "Mar"]);
});

test("the scale of the trend begins a whole star below the lowest average", async () => {
  const chart = await chartOf([period("2025-Q1", "2025-01-01", 2.5), period("2025-Q2", "2025-04-01", 5)]);
  expect([...chart.matchAll(/class="scale"[^>]*>([^<]*)</g)].map((match) => match[1])).toEqual([
    "2 ★",
    "3 ★",
    "4 ★",
    "5 ★",
  ]);
});

test("the periods of the trend leave room for the scale to their right", async () => {
  const trend = [2025, 2026].flatMap((year) =>
    [1, 4, 7].map((month) => period(`${year}-${month}`, `${year}-0${month}-01`, 3)),
  );
  const chart = await chartOf(trend);
  const across = [...chart.matchAll(/<circle class="dot" cx="([\d.]+)%"/g)].map((match) => Number(match[1]));
  expect(across).toHaveLength(6);
  expect(Math.max(...across)).toBeLessThan(85);
});

test("a single period makes no trend", async () => {
  expect(await chartOf([period("2025-Q1", "2025-01-01", 4)])).toBe("");
});
