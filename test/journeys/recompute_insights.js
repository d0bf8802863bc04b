/**
 * Recomputes the figures of /insights.json from /reviews.json and follows every search that stands beside one. It knows
 * docs/insights.md and nothing of the program: `node test/journeys/recompute_insights.js https://reviews.example.com`.
 *
 * The reviews alone cannot tell, and it takes as given: how many texts were read, the owner's corrections, withheld reviews,
 * shared first names, how certain quotes about people, services and areas are, and which topics, expressions and quotes were chosen.
 */
import { pathToFileURL } from "node:url";
import {
  average,
  comparison,
  daysBetween,
  interval,
  periodsOf,
  reportedUpTo,
  rounded,
  share,
} from "./recompute_statistics.js";

/** The languages whose words the engine reads. */
const READ_LANGUAGES = ["en", "es", "de", "fr"];

const SIDES = ["positive", "negative", "mixed", "unclear"];
const STARS = ["1", "2", "3", "4", "5"];
/** A person in fewer reviews has a number of reviews and nothing else. */
const FEWEST_NAMED = 5;

/**
 * @param {any} reviewsDocument /reviews.json
 * @param {any} insights /insights.json
 * @returns {string[]} what differs, in words; nothing when all is right
 */
export function differences(reviewsDocument, insights) {
  const { reviews } = reviewsDocument;
  const found = [];
  const expect = (what, stated, computed) => {
    if (JSON.stringify(stated) !== JSON.stringify(computed)) {
      found.push(`${what}: stated ${JSON.stringify(stated)}, computed ${JSON.stringify(computed)}`);
    }
  };
  const newest = reviews.reduce((last, { date }) => (date > last ? date : last), "");
  const hidden = new Set(insights.methodology.hidden_aspects);
  const judgements = reviews.flatMap(({ aspects }) => aspects).filter(({ aspect }) => !hidden.has(aspect));
  const judged = countsOf(judgements.map(({ sentiment }) => sentiment));
  const mean = judgements.length === 0 ? 0 : (judged.positive - judged.negative) / judgements.length;
  const periods = reviews.length === 0 ? [] : periodsOf(reviews, newest);

  const things = thingsOf(insights, reviews).map((thing) => ({
    ...thing,
    direction: directionOf(thing.of, newest, (own) => (thing.aspect ? sign(sideOf(own, thing.aspect)) : own.rating)),
    impact: impactOf(thing.of, reviews),
  }));
  const whole = directionOf(reviews, newest, ({ rating }) => rating);
  const cutoff = reportedUpTo([
    whole.chance,
    ...things.flatMap(({ direction, impact }) => [direction.chance, impact.chance]),
  ]);

  expectOverall();
  expectInput();
  expectTransparency();
  for (const thing of things) expectThing(thing);
  expectWords();
  return found;

  function expectOverall() {
    const { overall } = insights;
    expect("as_of", insights.as_of, newest === "" ? null : `${newest}T12:00:00Z`);
    expect("overall review_count", overall.review_count, reviews.length);
    expect("overall average_rating", overall.average_rating, average(reviews));
    for (const stars of STARS) {
      const given = reviews.filter(({ rating }) => rating === Number(stars)).length;
      expect(`overall ${stars} stars`, overall.rating_distribution[stars], given);
    }
    expect("overall direction", overall.direction, directionWord(whole, cutoff));
    expect("judgements", overall.judgements.judgement_count, judgements.length);
    expectSides("judgements", overall.judgements, judged, judgements.length);
    expectTrend("overall", overall.trend, reviews);
  }

  function expectInput() {
    const { input } = insights;
    const texts = reviews.filter(({ text, translation }) => text !== "" || translation !== null);
    expect("input review_count", input.review_count, reviews.length);
    expect("input text_count", input.text_count, texts.length);
    expect("input rating_only_count", input.rating_only_count, reviews.length - texts.length);
    expect("input truncated_count", input.truncated_count, texts.filter(({ text }) => text.length > 8000).length);
    const translated = reviews.filter(({ translation }) => translation !== null).length;
    expect("input translated_count", input.translated_count <= Math.min(input.analyzed_count, translated), true);
    expect("input unread_count", input.unread_count, texts.length - input.analyzed_count);
    expect("input coverage", input.coverage, share(input.analyzed_count, texts.length));
    expect("input coverage_interval", input.coverage_interval, interval(input.analyzed_count, texts.length));
    expect("input last_date", input.last_date, newest || null);
    const first = reviews.reduce((last, { date }) => (date < last ? date : last), newest);
    expect("input first_date", input.first_date, first || null);
    const languages = reviews.flatMap(({ language }) => (language === null ? [] : [fold(language)]));
    const counted = Map.groupBy(languages, (language) => language);
    expect("input languages", input.languages.map(({ language }) => language).sort(), [...counted.keys()].sort());
    for (const { language, review_count, read } of input.languages) {
      expect(`input languages ${language} read`, read, READ_LANGUAGES.includes(language.split("-")[0]));
      expect(`input ${language}`, review_count, counted.get(language)?.length ?? 0);
    }
  }

  /** Withheld reviews are published as counts only; what is computed from these can be checked. */
  function expectTransparency() {
    const { transparency } = insights;
    const { withheld, withheld_count, published, joined } = transparency;
    const withheldWith = (stars) => withheld.reduce((sum, { by_rating }) => sum + by_rating[stars], 0);
    expect("transparency published", published, reviews.length);
    expect("transparency imported", transparency.imported, published + withheld_count + joined);
    const sum = withheld.reduce((total, { count }) => total + count, 0);
    expect("transparency withheld_count", withheld_count, sum);
    expect("transparency withheld_share", transparency.withheld_share, share(sum, sum + published));
    expect("transparency withheld_interval", transparency.withheld_interval, interval(sum, sum + published));
    for (const stars of STARS) {
      const given = reviews.filter(({ rating }) => rating === Number(stars)).length;
      const [part, all] = [withheldWith(stars), withheldWith(stars) + given];
      expect(`transparency share of ${stars}`, transparency.withheld_share_by_rating[stars], share(part, all));
      expect(`transparency interval of ${stars}`, transparency.withheld_interval_by_rating[stars], interval(part, all));
    }
  }

  function expectThing(thing) {
    const { stated, name, of, aspect, direction, impact } = thing;
    expect(`${name} review_count`, stated.review_count, of.length);
    const isTold = !name.startsWith("technicians/") || of.length >= FEWEST_NAMED;
    expect(`${name} average_rating`, stated.average_rating, isTold ? average(of) : null);
    expect(`${name} share`, stated.share, share(of.length, reviews.length) ?? 0);
    expect(`${name} share_interval`, stated.share_interval, interval(of.length, reviews.length));
    expect(`${name} direction`, stated.direction, isTold ? directionWord(direction, cutoff) : "insufficient_data");
    const isReported = isTold && impact.chance !== null && impact.chance <= cutoff;
    expect(`${name} rating_impact`, stated.rating_impact, isReported ? rounded(impact.difference, 2) : null);
    const confidence = isTold ? confidenceOf(of.length) : "none";
    if (stated.confidence !== undefined) expect(`${name} confidence`, stated.confidence, confidence);
    if (stated.last_mentioned !== undefined) {
      const last = of.reduce((latest, { date }) => (date > latest ? date : latest), "");
      expect(`${name} last_mentioned`, stated.last_mentioned, last || null);
    }
    expectQuotes(thing);
    if (stated.aspects?.length > 0) expectAspectsOf(thing);
    if (aspect) expectAspect(thing);
  }

  function expectAspect({ stated, name, of, aspect }) {
    const counts = countsOf(of.map((own) => sideOf(own, aspect)));
    expectSides(name, stated, counts, of.length);
    const isJudged = of.length >= 3;
    const sentiment = isJudged ? rounded((counts.positive - counts.negative + 4 * mean) / (of.length + 4), 3) : null;
    expect(`${name} sentiment`, stated.sentiment, sentiment);
    expect(`${name} score`, stated.score, isJudged ? Math.round(50 + 50 * sentiment) : null);
    expect(`${name} label`, stated.label, isJudged ? labelOf(counts) : null);
    for (const { text, count } of stated.phrases) {
      expect(`${name} ${text}`, count, of.filter((own) => holds(own, text)).length);
    }
    expectTrend(name, stated.trend, of);
    for (const { period, from, to, sentiment: stands } of stated.trend) {
      const signs = dated(of, from, to).map((own) => sign(sideOf(own, aspect)));
      const computed = signs.length === 0 ? null : rounded(signs.reduce((sum, own) => sum + own, 0) / signs.length, 3);
      expect(`${name} ${period} sentiment`, stands, computed);
    }
  }

  /** The aspects of a service or area: those that three of its reviews speak of. */
  function expectAspectsOf({ stated, name, of }) {
    const spoken = Map.groupBy(
      of.flatMap(({ aspects }) => aspects).filter(({ aspect }) => !hidden.has(aspect)),
      ({ aspect }) => aspect,
    );
    const listed = [...spoken].filter(([, own]) => own.length >= 3).map(([id]) => id);
    expect(`${name} aspects`, stated.aspects.map(({ id }) => id).sort(), listed.sort());
    for (const own of stated.aspects) {
      const counts = countsOf((spoken.get(own.id) ?? []).map(({ sentiment }) => sentiment));
      const all = spoken.get(own.id)?.length ?? 0;
      expect(`${name} and ${own.id}`, own.review_count, all);
      expect(`${name} and ${own.id} positive`, own.positive_count, counts.positive);
      expect(`${name} and ${own.id} negative`, own.negative_count, counts.negative);
      expect(`${name} and ${own.id} share`, own.positive_share, share(counts.positive, all));
      expect(`${name} and ${own.id} interval`, own.positive_interval, interval(counts.positive, all));
    }
  }

  /** Quotes are verbatim, of reviews that count here; of aspects and topics they are judged words of that side. */
  function expectQuotes({ stated, name, of, aspect }) {
    const isEntity = stated.last_mentioned !== undefined;
    for (const side of ["positive", "negative"]) {
      const authors = [];
      for (const { review_id, quote, start, end, certainty, rating, date, date_precision } of stated.evidence[side]) {
        const review = of.find(({ id }) => id === review_id);
        const verbatim = [
          review?.text.slice(start, end),
          end - start,
          review?.rating,
          review?.date,
          review?.date_precision,
        ];
        expect(`${name} quote of ${review_id}`, [quote, quote.length, rating, date, date_precision], verbatim);
        if (!review) continue;
        if (!review.author.is_anonymous) authors.push(review.author.name);
        const fits = (own) =>
          own.sentiment === side &&
          own.quote === quote &&
          own.certainty === certainty &&
          (!aspect || own.aspect === aspect);
        if (!isEntity) expect(`${name} judgement in ${review_id}`, review.aspects.some(fits), true);
        if (side === "negative") expect(`${name} blame of ${review_id}`, rating <= 3 || certainty >= 0.97, true);
      }
      expect(`${name} authors of ${side} quotes`, new Set(authors).size, authors.length);
    }
  }

  /** What the summary chooses, and that every number of reviews in a sentence is listed with it, in its order. */
  function expectWords() {
    const { summary, faq, aspects } = insights;
    expect("summary strengths", summary.strengths, strengthsOf(aspects, reviews.length));
    expect("summary improvements", summary.improvements, improvementsOf(aspects, reviews.length));
    const answers = faq
      .filter(({ source }) => source === "reviews")
      .map(({ id, answer, figures }) => [id, answer, figures]);
    for (const [id, text, figures] of [
      ...summary.statements.map((own) => [own.ref, own.text, own.figures]),
      ...answers,
    ]) {
      let at = 0;
      for (const { value } of figures) {
        const digits = value.toLocaleString("en-US");
        const next = text.slice(at).search(new RegExp(`(?<![\\d.,])${digits}(?!\\d|[.,]\\d)`));
        at = next < 0 ? -1 : at + next + digits.length;
        if (at < 0) break;
      }
      expect(`${id} states its figures in their order`, at >= 0, true);
    }
  }

  function expectSides(name, stated, counts, all) {
    for (const side of SIDES) expect(`${name} ${side}`, stated[`${side}_count`], counts[side]);
    for (const side of ["positive", "negative"]) {
      expect(`${name} ${side}_share`, stated[`${side}_share`], share(counts[side], all));
      expect(`${name} ${side}_interval`, stated[`${side}_interval`], interval(counts[side], all));
    }
  }

  function expectTrend(name, trend, of) {
    const bare = trend.map(({ period, from, to }) => ({ period, from, to }));
    expect(`${name} periods`, bare, of.length === 0 ? [] : periods);
    for (const { period, from, to, review_count, average_rating } of trend) {
      const own = dated(of, from, to);
      expect(`${name} ${period}`, review_count, own.length);
      expect(`${name} ${period} average`, average_rating, average(own));
    }
  }
}

/** What has figures of its own, with the reviews they are about. */
function thingsOf({ aspects, topics, entities }, reviews) {
  const mentions = {
    technicians: (own, { name }) => own.mentions.technicians.includes(name),
    services: (own, { id }) => own.mentions.services.includes(id),
    service_areas: (own, { id }) => own.mentions.service_areas.includes(id),
  };
  const speaksOf = (own, { id }) => own.aspects.some(({ aspect }) => aspect === id);
  const lists = [
    ["aspects", aspects, speaksOf],
    ["topics", topics, (own, { name }) => holds(own, name)],
    ...Object.entries(mentions).map(([kind, isOf]) => [kind, entities[kind], isOf]),
  ];
  return lists.flatMap(([kind, list, isOf]) =>
    list.map((stated) => ({
      stated,
      name: `${kind}/${stated.id}`,
      of: reviews.filter((own) => isOf(own, stated)),
      aspect: kind === "aspects" ? stated.id : null,
    })),
  );
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
      return STARS.map((stars) => ({ value: node.rating_distribution[stars], href: href[stars] }));
    if (key === "href") return href === null ? [] : [{ value: node.value ?? node.review_count ?? node.count, href }];
    return key.endsWith("_href") ? [{ value: node[key.replace("_href", "_count")], href }] : [];
  });
  return [...own, ...Object.values(node).flatMap(receipts)];
}

function countsOf(sentiments) {
  return Object.fromEntries(SIDES.map((side) => [side, sentiments.filter((own) => own === side).length]));
}

function sideOf(review, id) {
  return review.aspects.find(({ aspect }) => aspect === id).sentiment;
}

function sign(sentiment) {
  return sentiment === "positive" ? 1 : sentiment === "negative" ? -1 : 0;
}

/** One word is found where it is a whole word of the text or title, several as they stand. */
function holds({ text, title }, expression) {
  const words = fold(expression);
  const isWord = /^[\p{L}\p{M}\p{N}]+$/u.test(expression);
  const pattern = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${words}(?![\\p{L}\\p{M}\\p{N}])`, "u");
  return [text, title ?? ""].some((own) => (isWord ? pattern.test(fold(own)) : fold(own).includes(words)));
}

/** The text regardless of case, as far as reviews need it. */
function fold(text) {
  return text.normalize("NFC").toLowerCase();
}

function dated(reviews, from, to) {
  return reviews.filter(({ date }) => date >= from && date <= to);
}

function confidenceOf(reviews) {
  return reviews >= 30 ? "high" : reviews >= 10 ? "medium" : reviews >= 3 ? "low" : "none";
}

function labelOf({ positive, negative, mixed, unclear }) {
  const [praise, blame] = [positive + mixed / 2, negative + mixed / 2];
  if (unclear > praise + blame) return "neutral";
  if (Math.min(praise, blame) * 2.5 > Math.max(praise, blame)) return "mixed";
  return praise > blame ? "positive" : blame > praise ? "negative" : "neutral";
}

function directionOf(reviews, newest, measure) {
  const daysBack = ({ date }) => daysBetween(date, newest);
  const recent = reviews.filter((own) => daysBack(own) < 180).map(measure);
  const before = reviews.filter((own) => daysBack(own) >= 180 && daysBack(own) < 545).map(measure);
  return comparison(recent, before);
}

function directionWord({ chance, difference }, cutoff) {
  if (chance === null) return "insufficient_data";
  if (chance > cutoff || Math.abs(difference) < 0.1) return "no_clear_change";
  return difference > 0 ? "up" : "down";
}

function impactOf(reviews, all) {
  const inside = new Set(reviews);
  const others = all.filter((review) => !inside.has(review));
  return comparison(
    reviews.map(({ rating }) => rating),
    others.map(({ rating }) => rating),
  );
}

/** Praised by two thirds at least of those who take a side. */
function strengthsOf(aspects, reviewCount) {
  const isAgreed = ({ positive_count, review_count, unclear_count }) =>
    positive_count >= (1 - 1 / 3) * (review_count - unclear_count);
  return clearlyFirst(aspects.filter(isAgreed), ({ positive_count }) => positive_count, reviewCount);
}

/** Those that are praised as well come last. */
function improvementsOf(aspects, reviewCount) {
  const strengths = strengthsOf(aspects, reviewCount);
  const first = clearlyFirst(aspects, ({ negative_count }) => negative_count, reviewCount);
  return [...first.filter((id) => !strengths.includes(id)), ...first.filter((id) => strengths.includes(id))];
}

/** From three reviews and 3 % on, the first four at most, cut at the widest gap of roots to the next, in the order of the aspects. */
function clearlyFirst(aspects, count, reviewCount) {
  const root = (aspect) => Math.sqrt(count(aspect));
  const able = aspects.filter((aspect) => count(aspect) >= Math.max(3, 0.03 * reviewCount));
  const ordered = [...able].sort((a, b) => root(b) - root(a) || (a.id < b.id ? -1 : 1));
  const values = [...ordered.map(root), Math.sqrt(2)];
  const gaps = ordered.slice(0, 4).map((_, i) => values[i] - values[i + 1]);
  const first = ordered.slice(0, gaps.lastIndexOf(Math.max(...gaps)) + 1);
  return able.filter((own) => first.includes(own)).map(({ id }) => id);
}

async function main(base) {
  const get = async (url) => (await fetch(url)).json();
  const [reviews, insights] = await Promise.all([get(`${base}/reviews.json`), get(`${base}/insights.json`)]);
  const wrong = differences(reviews, insights);
  const asked = receipts(insights);
  for (const { value, href } of asked) {
    const { total } = await get(`${href}${href.includes("?") ? "&" : "?"}limit=1`);
    if (total !== value) wrong.push(`${href}: stated ${value}, found ${total}`);
  }
  console.log(wrong.length === 0 ? `all figures and ${asked.length} searches hold` : wrong.join("\n"));
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

if (process.argv[2] && import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main(process.argv[2]);
