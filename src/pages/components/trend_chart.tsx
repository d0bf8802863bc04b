/** @jsxImportSource preact */

import type { Words } from "../../languages/mod.ts";
import type { TrendPeriod } from "../insights_view.ts";
import { formatPeriod, formatQuarter, ratingOrNone } from "../phrases.ts";
import type { PageSite } from "../site.ts";
import { CountLink, FigureTable } from "./figures.tsx";

const TOP = 26;
const LINE_HEIGHT = 64;
const COLUMN_TOP = 120;
const COLUMN_HEIGHT = 38;
const BASE = COLUMN_TOP + COLUMN_HEIGHT;
const HEIGHT = BASE + 38;
/** How far across the periods reach, in per cent; the scale is written to the right of them. */
const ACROSS = 90;

/** The chart and its figures as a table, `until` an instant in the last period; renders nothing for fewer than two rated periods. */
export function TrendChart({ trend, until, site }: { trend: readonly TrendPeriod[]; until: number; site: PageSite }) {
  const rated = trend.filter(({ average_rating }) => average_rating !== null);
  const [first] = trend;
  if (!first || rated.length < 2) return null;
  const { words } = site;
  const kind = periodKind(first.period);
  const running = trend.find(({ to }) => Date.parse(to) > until);
  return (
    <figure class="trend">
      <figcaption>
        {words.say("trend.title")}{" "}
        <span class="quiet">{words.say(kind === "quarter" ? "trend.byQuarter" : "trend.byMonth")}</span>
      </figcaption>
      <Drawing trend={trend} running={running} words={words} />
      {running && <p class="quiet">{words.say("trend.running", { period: formatPeriod(words, running.period) })}</p>}
      <details>
        <summary>{words.say("aspects.figures")}</summary>
        <TrendTable trend={trend} site={site} />
      </details>
    </figure>
  );
}

interface DrawingProps {
  readonly trend: readonly TrendPeriod[];
  readonly running: TrendPeriod | undefined;
  readonly words: Words;
}

function Drawing({ trend, running, words }: DrawingProps) {
  const floor = lowestShown(trend);
  const most = Math.max(1, ...trend.map(({ review_count }) => review_count));
  const points = trend.map((period, index) => ({
    period,
    x: round(((index + 0.5) / trend.length) * ACROSS),
    y: period.average_rating === null ? null : heightOf(period.average_rating, floor),
  }));
  return (
    <svg class="chart" width="100%" height={HEIGHT} role="img" aria-label={describeTrend(words, trend)}>
      {gridRatings(floor).map((rating) => (
        <>
          <line class="grid" x1="0" x2="100%" y1={heightOf(rating, floor)} y2={heightOf(rating, floor)} />
          <text class="scale" x="100%" y={heightOf(rating, floor) - 5}>
            {rating} ★
          </text>
        </>
      ))}
      {points.map(({ x, y }, index) => {
        const before = points[index - 1];
        if (y === null || !before || before.y === null) return null;
        return <line class="line" x1={`${before.x}%`} y1={before.y} x2={`${x}%`} y2={y} />;
      })}
      {points.map(({ period, x, y }, index) => (
        <g class={period === running ? "running" : undefined}>
          {y !== null && <circle class="dot" cx={`${x}%`} cy={y} r="4" />}
          {y !== null && (
            <text class="value" x={`${x}%`} y={y - 10}>
              {words.rating(period.average_rating ?? 0)}
            </text>
          )}
          {period.review_count > 0 && (
            <Column period={period} x={x} width={(0.6 * ACROSS) / trend.length} most={most} />
          )}
          <PeriodLabel trend={trend} index={index} x={x} words={words} />
        </g>
      ))}
    </svg>
  );
}

function Column({ period, x, width, most }: { period: TrendPeriod; x: number; width: number; most: number }) {
  const height = Math.max(2, Math.round((period.review_count / most) * COLUMN_HEIGHT));
  return (
    <>
      <rect
        class="column"
        x={`${round(x - width / 2)}%`}
        y={BASE - height}
        width={`${round(width)}%`}
        height={height}
        rx="2"
      />
      <text x={`${x}%`} y={BASE - height - 4}>
        {period.review_count}
      </text>
    </>
  );
}

/** Names of months stand too close on a phone, where every second goes; the newest stays. */
function PeriodLabel(props: { trend: readonly TrendPeriod[]; index: number; x: number; words: Words }) {
  const { trend, index, x, words } = props;
  const period = trend[index];
  if (!period) return null;
  const year = period.from.slice(0, 4);
  const isSecond = periodKind(period.period) === "month" && (trend.length - index) % 2 === 0;
  return (
    <>
      <text class={isSecond ? "label second" : "label"} x={`${x}%`} y={BASE + 16}>
        {shortPeriod(words, period)}
      </text>
      {trend[index - 1]?.from.slice(0, 4) !== year && (
        <text class="label year" x={`${x}%`} y={BASE + 32}>
          {year}
        </text>
      )}
    </>
  );
}

function TrendTable({ trend, site }: { trend: readonly TrendPeriod[]; site: PageSite }) {
  const { words } = site;
  return (
    <FigureTable
      heads={[words.say("trend.period"), words.say("trend.title"), words.say("frame.reviews")]}
      rows={trend.map(({ period, average_rating, review_count, href }) => [
        formatPeriod(words, period),
        ratingOrNone(words, average_rating),
        <CountLink count={review_count} href={href} site={site} />,
      ])}
    />
  );
}

function describeTrend(words: Words, trend: readonly TrendPeriod[]): string {
  const rated = trend.filter(
    (period): period is TrendPeriod & { average_rating: number } => period.average_rating !== null,
  );
  const formatPoint = (period: (typeof rated)[number] | undefined) =>
    period
      ? words.say("trend.point", {
          rating: words.rating(period.average_rating),
          period: formatPeriod(words, period.period),
        })
      : "";
  const sorted = [...rated].sort((a, b) => a.average_rating - b.average_rating);
  const total = trend.reduce((sum, { review_count }) => sum + review_count, 0);
  const [first = "", last = "", lowest = "", highest = ""] = [rated[0], rated.at(-1), sorted[0], sorted.at(-1)].map(
    formatPoint,
  );
  const reviews = words.say("count.reviews", { count: total });
  return words.say("trend.label", { first, last, lowest, highest, reviews });
}

/** The whole star below the lowest average, and at least one star of room. */
function lowestShown(trend: readonly TrendPeriod[]): number {
  const lowest = Math.min(...trend.map(({ average_rating }) => average_rating ?? 5));
  return Math.min(4, Math.floor(lowest));
}

function gridRatings(floor: number): number[] {
  return Array.from({ length: 5 - floor + 1 }, (_, index) => floor + index);
}

function heightOf(rating: number, floor: number): number {
  return round(TOP + ((5 - rating) / (5 - floor)) * LINE_HEIGHT);
}

function periodKind(period: string): string {
  return period.includes("Q") ? "quarter" : "month";
}

function shortPeriod(words: Words, { period, from }: TrendPeriod): string {
  return period.includes("Q") ? formatQuarter(words, period) : words.shortMonth(from);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
