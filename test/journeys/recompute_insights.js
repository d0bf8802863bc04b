/**
 * Recomputes every figure of /insights.json from /reviews.json and follows every search that stands beside one. It knows
 * docs/insights.md and nothing of the program: `node test/journeys/recompute_insights.js https://reviews.example.com`.
 *
 * What the reviews alone cannot tell is left out: how many texts were read, the owner's corrections, withheld reviews,
 * shared first names, and which topics and expressions were chosen.
 */

const ASPECT_SIDES = ["positive", "negative", "mixed", "unclear"];

/**
 * @param {any} reviewsDocument /reviews.json
 * @param {any} insights /insights.json
 * @returns {string[]} what differs, in words; nothing when all is right
 */
export function differences(reviewsDocument, insights) {
  const { reviews } = reviewsDocument;
  const found = [];
  const expect = (what, told, computed) => {
    if (JSON.stringify(told) !== JSON.stringify(computed)) {
      found.push(`${what}: told ${JSON.stringify(told)}, computed ${JSON.stringify(computed)}`);
    }
  };
  const newest = reviews.reduce((last, { date }) => (date > last ? date : last), "");
  const hidden = new Set(insights.methodology.hidden_aspects);
  const aboutAspect = (id) => reviews.filter((review) => review.aspects.some(({ aspect }) => aspect === id));
  const sideOf = (review, id) => review.aspects.find(({ aspect }) => aspect === id).sentiment;
  const holds = (review, words) => fold(review.text).includes(fold(words));

  // What is compared: the sides an aspect is given, else stars.
  const things = [
    ...insights.aspects.map((told) => ({
      told,
      name: `aspects/${told.id}`,
      of: aboutAspect(told.id),
      aspect: told.id,
    })),
    ...insights.topics.map((told) => ({
      told,
      name: `topics/${told.id}`,
      of: reviews.filter((own) => holds(own, told.name)),
    })),
    ...[
      ["technicians", (own, { name }) => own.mentions.technicians.includes(name)],
      ["services", (own, { id }) => own.mentions.services.includes(id)],
      ["service_areas", (own, { id }) => own.mentions.service_areas.includes(id)],
    ].flatMap(([kind, isOf]) =>
      insights.entities[kind].map((told) => ({
        told,
        name: `${kind}/${told.id}`,
        of: reviews.filter((own) => isOf(own, told)),
      })),
    ),
  ].map((thing) => ({
    ...thing,
    direction: directionOf(thing.of, newest, (own) => (thing.aspect ? value(sideOf(own, thing.aspect)) : own.rating)),
    impact: impactOf(thing.of, reviews),
  }));
  const whole = directionOf(reviews, newest, ({ rating }) => rating);
  const cutoff = reportedUpTo([
    whole.chance,
    ...things.flatMap(({ direction, impact }) => [direction.chance, impact.chance]),
  ]);

  const judgements = reviews.flatMap(({ aspects }) => aspects).filter(({ aspect }) => !hidden.has(aspect));
  const judged = Object.fromEntries(
    ASPECT_SIDES.map((side) => [side, judgements.filter(({ sentiment }) => sentiment === side).length]),
  );
  const mean = judgements.length === 0 ? 0 : (judged.positive - judged.negative) / judgements.length;

  const { overall, input } = insights;
  expect("overall review_count", overall.review_count, reviews.length);
  expect("overall average_rating", overall.average_rating, average(reviews));
  for (const stars of [1, 2, 3, 4, 5]) {
    expect(
      `overall ${stars} stars`,
      overall.rating_distribution[stars],
      reviews.filter((own) => own.rating === stars).length,
    );
  }
  expect("overall direction", overall.direction, directionWord(whole, cutoff));
  expect("judgements", overall.judgements.judgement_count, judgements.length);
  for (const side of ASPECT_SIDES) expect(`judgements ${side}`, overall.judgements[`${side}_count`], judged[side]);
  expectShares("judgements", overall.judgements, judged, judgements.length);
  for (const period of overall.trend) expectPeriod("overall", period, reviews);

  expect("input review_count", input.review_count, reviews.length);
  expect("input text_count", input.text_count, reviews.filter(({ text }) => text !== "").length);
  expect("input rating_only_count", input.rating_only_count, reviews.filter(({ text }) => text === "").length);
  expect("input truncated_count", input.truncated_count, reviews.filter(({ text }) => text.length > 8000).length);
  expect("input last_date", input.last_date, newest || null);
  for (const { language, review_count } of input.languages) {
    expect(
      `input ${language}`,
      review_count,
      reviews.filter((own) => own.language !== null && fold(own.language) === language).length,
    );
  }

  for (const { told, name, of, aspect, direction, impact } of things) {
    expect(`${name} review_count`, told.review_count, of.length);
    expect(`${name} average_rating`, told.average_rating, average(of));
    expect(`${name} share`, told.share, reviews.length === 0 ? 0 : rounded(of.length / reviews.length, 3));
    expect(`${name} share_interval`, told.share_interval, interval(of.length, reviews.length));
    expect(`${name} direction`, told.direction, directionWord(direction, cutoff));
    expect(
      `${name} rating_impact`,
      told.rating_impact,
      impact.chance !== null && impact.chance <= cutoff ? rounded(impact.difference, 2) : null,
    );
    for (const { review_id, quote, start, end } of [...told.evidence.positive, ...told.evidence.negative]) {
      expect(`${name} quote of ${review_id}`, quote, of.find(({ id }) => id === review_id)?.text.slice(start, end));
    }
    for (const own of told.aspects ?? []) {
      const both = of.filter((review) => review.aspects.some((judgement) => judgement.aspect === own.id));
      const count = (side) => both.filter((review) => sideOf(review, own.id) === side).length;
      expect(`${name} and ${own.id}`, own.review_count, both.length);
      expect(`${name} and ${own.id} positive`, own.positive_count, count("positive"));
      expect(`${name} and ${own.id} negative`, own.negative_count, count("negative"));
    }
    if (!aspect) continue;
    const counts = Object.fromEntries(
      ASPECT_SIDES.map((side) => [side, of.filter((own) => sideOf(own, aspect) === side).length]),
    );
    for (const side of ASPECT_SIDES) expect(`${name} ${side}`, told[`${side}_count`], counts[side]);
    expectShares(name, told, counts, of.length);
    const sentiment =
      of.length < 3 ? null : rounded((counts.positive - counts.negative + 4 * mean) / (of.length + 4), 3);
    expect(`${name} sentiment`, told.sentiment, sentiment);
    expect(`${name} score`, told.score, sentiment === null ? null : Math.round(50 + 50 * sentiment));
    for (const { text, count } of told.phrases) {
      expect(`${name} ${text}`, count, of.filter((own) => holds(own, text)).length);
    }
    for (const period of told.trend) {
      expectPeriod(name, period, of);
      const dated = of.filter(({ date }) => date >= period.from && date <= period.to);
      const sum = dated.reduce((total, own) => total + value(sideOf(own, aspect)), 0);
      expect(
        `${name} ${period.period} sentiment`,
        period.sentiment,
        dated.length === 0 ? null : rounded(sum / dated.length, 3),
      );
    }
  }
  return found;

  function expectShares(name, told, counts, all) {
    for (const side of ["positive", "negative"]) {
      expect(`${name} ${side}_share`, told[`${side}_share`], all === 0 ? null : rounded(counts[side] / all, 3));
      expect(`${name} ${side}_interval`, told[`${side}_interval`], interval(counts[side], all));
    }
  }

  function expectPeriod(name, { period, from, to, review_count, average_rating }, of) {
    const dated = of.filter(({ date }) => date >= from && date <= to);
    expect(`${name} ${period}`, review_count, dated.length);
    expect(`${name} ${period} average`, average_rating, average(dated));
  }
}

/**
 * Every count with the search beside it: `X_count` beside `X_href`, `review_count`, `count` and `value` beside `href`.
 *
 * @param {any} node
 * @returns {{ value: number, href: string }[]}
 */
export function receipts(node) {
  if (Array.isArray(node)) return node.flatMap(receipts);
  if (node === null || typeof node !== "object") return [];
  const own = Object.entries(node).flatMap(([key, href]) => {
    if (key === "rating_hrefs")
      return Object.entries(href).map(([stars, search]) => ({ value: node.rating_distribution[stars], href: search }));
    if (key === "href") return href === null ? [] : [{ value: node.value ?? node.review_count ?? node.count, href }];
    return key.endsWith("_href") ? [{ value: node[key.replace("_href", "_count")], href }] : [];
  });
  return [...own, ...Object.values(node).flatMap(receipts)];
}

function value(sentiment) {
  return sentiment === "positive" ? 1 : sentiment === "negative" ? -1 : 0;
}

/** The text regardless of case, as far as reviews need it. */
function fold(text) {
  return text.normalize("NFC").toLowerCase();
}

function rounded(number, digits) {
  return Math.round(number * 10 ** digits) / 10 ** digits || 0;
}

function average(reviews) {
  return reviews.length === 0
    ? null
    : rounded(reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length, 2);
}

/** Wilson, 95 %. */
function interval(hits, n) {
  if (n === 0) return null;
  const z = 1.96;
  const p = hits / n;
  const centre = p + (z * z) / (2 * n);
  const margin = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  const scale = 1 + (z * z) / n;
  return {
    low: rounded(Math.max(0, (centre - margin) / scale), 3),
    high: rounded(Math.min(1, (centre + margin) / scale), 3),
  };
}

function directionOf(reviews, newest, measure) {
  const daysBack = ({ date }) => (Date.parse(newest) - Date.parse(date)) / 86_400_000;
  const recent = reviews.filter((own) => daysBack(own) < 180).map(measure);
  const before = reviews.filter((own) => daysBack(own) >= 180 && daysBack(own) < 545).map(measure);
  return { chance: chance(recent, before), difference: meanOf(recent) - meanOf(before) };
}

function directionWord({ chance, difference }, cutoff) {
  if (chance === null) return "insufficient_data";
  if (chance > cutoff || Math.abs(difference) < 0.1) return "no_clear_change";
  return difference > 0 ? "up" : "down";
}

function impactOf(reviews, all) {
  const inside = new Set(reviews);
  const own = reviews.map(({ rating }) => rating);
  const others = all.filter((review) => !inside.has(review)).map(({ rating }) => rating);
  return { chance: chance(own, others), difference: meanOf(own) - meanOf(others) };
}

function meanOf(values) {
  return values.length === 0 ? 0 : values.reduce((sum, own) => sum + own, 0) / values.length;
}

function variance(values) {
  const sum = values.reduce((total, own) => total + own, 0);
  const squares = values.reduce((total, own) => total + own * own, 0);
  return Math.max(0, (squares - (sum * sum) / values.length) / (values.length - 1));
}

function chance(one, other) {
  if (one.length < 10 || other.length < 10) return null;
  const welch = variance(one) / one.length + variance(other) / other.length;
  const dealt = variance([...one, ...other]) * (1 / one.length + 1 / other.length);
  const error = Math.sqrt(Math.max(welch, dealt));
  return error === 0 ? 1 : twoSided(Math.abs(meanOf(one) - meanOf(other)) / error);
}

/** Numerical Recipes 6.2.2. */
function twoSided(z) {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + x / 2);
  const c = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
    0.17087277,
  ];
  return Math.min(1, t * Math.exp(c.reduceRight((sum, own) => sum * t + own, 0) - x * x));
}

/** Benjamini and Hochberg at 5 %. */
function reportedUpTo(chances) {
  const ordered = chances.filter((own) => own !== null).sort((a, b) => a - b);
  let cutoff = 0;
  ordered.forEach((own, i) => {
    if (own <= (0.05 * (i + 1)) / ordered.length) cutoff = own;
  });
  return cutoff;
}

if (process.argv[1] === import.meta.filename && process.argv[2]) {
  const base = process.argv[2];
  const get = async (url) => (await fetch(url)).json();
  const [reviews, insights] = await Promise.all([get(`${base}/reviews.json`), get(`${base}/insights.json`)]);
  const wrong = differences(reviews, insights);
  const asked = receipts(insights);
  for (const { value: told, href } of asked) {
    const { total } = await get(`${href}${href.includes("?") ? "&" : "?"}limit=1`);
    if (total !== told) wrong.push(`${href}: told ${told}, found ${total}`);
  }
  console.log(wrong.length === 0 ? `all figures and ${asked.length} searches hold` : wrong.join("\n"));
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
