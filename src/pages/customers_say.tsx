/** @jsxImportSource preact */

import type { ComponentChild } from "preact";
import { PATHS } from "../http/paths.ts";
import type { AspectInsight, InsightsDataset, Statement } from "../insights/mod.ts";
import type { Publication, SearchQuery } from "../publication/mod.ts";
import { Aspects } from "./components/aspects.tsx";
import { ALL_REVIEWS, CountLink, FigureText, ReviewsLink } from "./components/figures.tsx";
import { Replies } from "./components/hero.tsx";
import { PageSection } from "./components/layout.tsx";
import { MentionNames } from "./components/mention_list.tsx";
import { QuoteList } from "./components/review_card.tsx";
import { TrendChart } from "./components/trend_chart.tsx";
import { countFound, hasFigures, MIN_ENTITY_REVIEWS, technicians } from "./entity.ts";
import { type Coverage, type InsightsView, insightsView, type Quote } from "./insights_view.ts";
import { namedPrices } from "./named_prices.ts";
import { aspectWithin, topicPhrase } from "./phrases.ts";
import { recentRating, replyHabit } from "./reputation.ts";
import { linkWithin, type PageProps, type PageSite } from "./site.ts";

export function CustomersSay({ publication, site }: PageProps) {
  const insights = insightsView(publication.insights);
  const aspects = insights.aspects.filter(({ review_count }) => review_count > 0);
  if (!insights.summary?.text && aspects.length === 0 && insights.trend.length === 0) return null;
  return (
    <PageSection class="say" id="say" title={site.words.say("say.title")}>
      <Summary insights={insights} site={site} />
      <Aspects aspects={aspects} language={insights.language} site={site} />
      <TrendChart trend={insights.trend} until={publication.publishedAt} site={site} />
      <p class="quiet">
        <Read coverage={insights.coverage} site={site} /> {site.words.say("say.note")}{" "}
        <a href={linkWithin(site, PATHS.insights)}>{site.words.say("say.all")}</a>
      </p>
    </PageSection>
  );
}

function Summary({ insights, site }: { insights: InsightsView; site: PageSite }) {
  const { summary } = insights;
  if (!summary?.text) return null;
  // The sentences of the dataset are in the language of the business. Pages in other languages make their own from its figures.
  if (summary.source === "reviews" && site.words.language !== insights.language) {
    return <SpokenSummary insights={insights} summary={summary} site={site} />;
  }
  return (
    <>
      {summary.source === "reviews" && summary.statements.length > 0 ? (
        <Statements
          statements={summary.statements.filter(({ kind }) => kind !== "base" && kind !== "limit")}
          insights={insights}
          site={site}
        />
      ) : (
        <p class="summary">{summary.text}</p>
      )}
      {summary.source === "owner" && <p class="quiet">{site.words.say("say.byBusiness")}</p>}
    </>
  );
}

function Statements(props: { statements: readonly Statement[]; insights: InsightsView; site: PageSite }) {
  const { statements, insights, site } = props;
  return (
    <ul class="statements">
      {statements.map((statement) => (
        <li>
          <p>
            <FigureText {...statement} entities={insights.entities} site={site} />
          </p>
          <QuoteList quotes={quotesFor(statement, insights)} site={site} />
        </li>
      ))}
    </ul>
  );
}

function quotesFor({ ref, kind }: Statement, { aspects, entities }: InsightsView): Quote[] {
  const candidates = [
    ...aspects.map((aspect) => ({ ref: `aspects/${aspect.id}`, evidence: aspect.evidence })),
    ...entities.technicians.map(({ id, evidence }) => ({ ref: `entities/technicians/${id}`, evidence })),
    ...entities.services.map(({ id, evidence }) => ({ ref: `entities/services/${id}`, evidence })),
  ];
  const evidence = candidates.find((candidate) => candidate.ref === ref)?.evidence;
  const quotes = kind === "improvement" ? evidence?.negative : evidence?.positive;
  return quotes?.slice(0, 1) ?? [];
}

interface SpokenSummaryProps {
  readonly insights: InsightsView;
  readonly summary: InsightsDataset["summary"];
  readonly site: PageSite;
}

function SpokenSummary({ insights, summary, site }: SpokenSummaryProps) {
  const { words } = site;
  const named = (ids: readonly string[] = []) => insights.aspects.filter(({ id }) => ids.includes(id));
  const speaksOfAll = insights.coverage?.isEnough ?? true;
  const sides = [
    { aspects: named(summary.strengths), side: "positive", message: speaksOfAll ? "say.praise" : "say.praiseRead" },
    { aspects: named(summary.improvements), side: "negative", message: speaksOfAll ? "say.blame" : "say.blameRead" },
  ] as const;
  const withheld = summary.statements.find(({ ref }) => ref === "transparency")?.figures[0]?.value ?? 0;
  return (
    <ul class="statements">
      {withheld > 0 && <li>{words.say("say.withheld", { count: withheld })}</li>}
      {sides.map(
        ({ aspects, side, message }) =>
          aspects.length > 0 && (
            <li>
              <p>{words.pieces(message, { aspects: <AspectShares aspects={aspects} side={side} site={site} /> })}</p>
              <QuoteList quotes={aspects[0]?.evidence[side].slice(0, 1) ?? []} site={site} />
            </li>
          ),
      )}
    </ul>
  );
}

function Read({ coverage, site: { words } }: { coverage: Coverage | null; site: PageSite }) {
  if (coverage === null || coverage.share === null) return null;
  const { share, unread, translated } = coverage;
  if (unread + translated === 0) return null;
  return (
    <>
      {unread > 0 && words.say("say.read", { share: words.share(Math.floor(share * 100), 100) })}{" "}
      {translated > 0 && words.say("say.readTranslated", { count: translated })}
    </>
  );
}

function AspectShares(props: { aspects: readonly AspectInsight[]; side: "positive" | "negative"; site: PageSite }) {
  const { aspects, side, site } = props;
  const parts = aspects.map((aspect) =>
    site.words.pieces("say.aspect", {
      aspect: topicPhrase(site.words, aspect),
      part: <CountLink count={aspect[`${side}_count`]} href={aspect[`${side}_href`]} site={site} />,
      whole: <CountLink count={aspect.review_count} href={aspect.href} site={site} />,
    }),
  );
  return <>{site.words.listed(parts.map((part) => <>{part}</>))}</>;
}

const MAX_QUESTIONS = 6;

export function Questions({ publication, insights, site }: PageProps & { insights: InsightsView }) {
  const { words } = site;
  const owners = insights.faq.filter(({ source }) => source === "owner").slice(0, MAX_QUESTIONS);
  const answers = publication.reviewCount === 0 ? [] : plainAnswers(publication, insights, site);
  if (owners.length + answers.length === 0) return null;
  return (
    <PageSection class="questions" id="questions" title={words.say("questions.title")}>
      {owners.map(({ question, answer, figures }) => (
        <details class="row">
          <summary>{question}</summary>
          <p>
            <FigureText text={answer} figures={figures} entities={insights.entities} site={site} />
          </p>
          <p class="quiet">{words.say("questions.byBusiness")}</p>
        </details>
      ))}
      {answers.map(([question, answer]) => (
        <details class="row">
          <summary>{words.say(question)}</summary>
          {answer}
        </details>
      ))}
    </PageSection>
  );
}

type Answer = readonly [
  question: "ask.reliable" | "ask.who" | "ask.cost" | "ask.wrong" | "ask.reply",
  answer: ComponentChild,
];

function plainAnswers(publication: Publication, { aspects }: InsightsView, site: PageSite): Answer[] {
  const { words } = site;
  const { review_count: count, rating_value } = publication.aggregateRating;
  const counted = (query: SearchQuery) => (
    <CountLink count={countFound(publication, query)} query={query} site={site} />
  );
  const reviews = <ReviewsLink count={count} query={ALL_REVIEWS} site={site} />;
  const people = technicians(publication).filter(hasFigures);
  const prices = namedPrices(publication);
  const habit = replyHabit(publication);
  const criticised = aspects
    .filter(({ negative_count }) => negative_count > 0)
    .toSorted((one, other) => other.negative_count - one.negative_count)
    .slice(0, 3)
    .map((aspect) => (
      <>
        {words.pieces("ask.aspect", {
          aspect: aspectWithin(words, aspect),
          number: <CountLink count={aspect.negative_count} href={aspect.negative_href} site={site} />,
        })}
      </>
    ));
  const dependable = aspects.filter(
    ({ id, review_count }) => DEPENDABLE.includes(id) && review_count >= MIN_ENTITY_REVIEWS,
  );
  const answers: (Answer | false)[] = [
    [
      "ask.reliable",
      <p>
        {dependable.length > 0 ? (
          <Dependability aspects={dependable} site={site} />
        ) : (
          words.pieces("ask.reliableAnswer", {
            satisfied: counted({ min_rating: 4 }),
            reviews,
            rating: words.rating(rating_value ?? 0),
          })
        )}{" "}
        <Recent publication={publication} site={site} />
      </p>,
    ],
    people.length > 0 && ["ask.who", <MentionNames list={people} publication={publication} site={site} />],
    prices.length > 0 && [
      "ask.cost",
      <>
        <p>{words.say("ask.costAnswer", { count: prices.length })}</p>
        <QuoteList quotes={prices.slice(0, 3)} site={site} />
      </>,
    ],
    [
      "ask.wrong",
      <p>
        {words.pieces("ask.wrongAnswer", { poor: counted({ max_rating: 2 }), reviews })}{" "}
        {criticised.length > 0 && words.pieces("ask.criticised", { aspects: <>{words.listed(criticised)}</> })}
      </p>,
    ],
    habit !== null && [
      "ask.reply",
      <p>
        <Replies habit={habit} site={site} />
      </p>,
    ],
  ];
  return answers.filter((answer) => answer !== false);
}

/** What makes a business reliable: it comes when it promised, calls back, and puts right what went wrong. */
const DEPENDABLE: readonly string[] = ["punctuality", "responsiveness", "problem_resolution"];

function Dependability({ aspects, site }: { readonly aspects: readonly AspectInsight[]; readonly site: PageSite }) {
  const praised = aspects.filter((aspect) => aspect.positive_count >= aspect.negative_count);
  const blamed = aspects.filter((aspect) => !praised.includes(aspect));
  return (
    <>
      {praised.length > 0 &&
        site.words.pieces("say.praise", {
          aspects: <AspectShares aspects={praised} side="positive" site={site} />,
        })}{" "}
      {blamed.length > 0 &&
        site.words.pieces("say.blame", { aspects: <AspectShares aspects={blamed} side="negative" site={site} /> })}
    </>
  );
}

export function Recent({ publication, site }: PageProps) {
  const recent = recentRating(publication);
  if (recent === null) return null;
  const { rating, ...found } = recent;
  const reviews = <ReviewsLink {...found} site={site} />;
  return <span>{site.words.pieces("facts.recent", { rating: site.words.rating(rating), reviews })}</span>;
}
