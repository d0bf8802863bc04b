/** @jsxImportSource preact */

import type { ComponentChild } from "preact";
import { PATHS } from "../http/paths.ts";
import type { Transparency } from "../insights/mod.ts";
import type { Words } from "../languages/mod.ts";
import type { Publication } from "../publication/mod.ts";
import {
  type ConvertedRatings,
  type Distribution,
  provesCustom,
  sourceName,
  VERIFICATION_METHODS,
  type VerificationMethod,
  type WithholdingReason,
} from "../review/mod.ts";
import { SourceTable } from "./components/facts.tsx";
import { ALL_REVIEWS, CountLink, FigureTable } from "./components/figures.tsx";
import { PageSection, renderPage } from "./components/layout.tsx";
import { VerificationMark } from "./components/review_origin.tsx";
import { starCountsOf } from "./components/stars.tsx";
import { countFound } from "./entity.ts";
import { insightsView } from "./insights_view.ts";
import type { PageDocument } from "./page.ts";
import { linkWithin, type PageProps, type PageSite } from "./site.ts";

export function renderVerificationPage({ publication, site }: PageProps): PageDocument {
  const { business } = publication;
  const { words } = site;
  const { transparency } = insightsView(publication.insights);
  return renderPage({
    site,
    publication,
    hasBusinessCard: true,
    title: words.say("verification.title"),
    description: words.say("verification.description", { business: business.name }),
    canonicalPath: PATHS.verification,
    children: (
      <>
        <section aria-labelledby="title">
          <h1 id="title">{words.say("verification.title")}</h1>
          <p class="lead">{words.pieces("verification.lead", { business: <bdi>{business.name}</bdi> })}</p>
        </section>
        <Methods publication={publication} site={site} />
        <WithheldReviews publication={publication} site={site} transparency={transparency} />
        {publication.reviewCount > 0 && (
          <PageSection id="sources" title={words.say("verification.sources")}>
            <SourceTable rating={publication.aggregateRating} site={site} />
          </PageSection>
        )}
        <Rules site={site} converted={publication.convertedRatings} />
      </>
    ),
  });
}

function Methods({ publication, site }: PageProps) {
  const { words } = site;
  return (
    <PageSection id="methods" title={words.say("verification.methods")}>
      <p class="after-heading">{words.say("verification.methodsLead")}</p>
      <dl class="methods">
        {VERIFICATION_METHODS.map((method) => (
          <div id={method}>
            <dt class={`verified by-${method.replace("_", "-")}`}>
              <VerificationMark method={method} />
              {words.say(`method.${method}`)}
            </dt>
            <dd>
              <p>{words.say(`method.means.${method}`)}</p>
              {method === "operator_attested" && <WouldProve publication={publication} words={words} />}
              <p class="quiet">
                <Share publication={publication} method={method} site={site} />
              </p>
            </dd>
          </div>
        ))}
      </dl>
    </PageSection>
  );
}

/** Lists, for each source of reviews confirmed only by the business, what would show that their authors were customers. */
function WouldProve({ publication, words }: { publication: Publication; words: Words }) {
  const found = Object.keys(publication.aggregateRating.by_source).filter(
    (source) => countFound(publication, { source, verification: "operator_attested" }) > 0,
  );
  if (found.length === 0) return null;
  const adviceOn = (name: string) => {
    if (name === "direct") return words.say("verification.more.direct");
    const isUnchecked = provesCustom(name) === false;
    return words.say(`verification.more.${isUnchecked ? "unchecked" : "other"}`, { source: sourceName(name) });
  };
  return (
    <ul class="rules">
      {found.map((name) => (
        <li>{adviceOn(name)}</li>
      ))}
    </ul>
  );
}

function Share({ publication, method, site }: PageProps & { method: VerificationMethod }) {
  const { by_verification, review_count } = publication.aggregateRating;
  const { words } = site;
  const share = by_verification[method];
  if (!share || share.rating_value === null) return <>{words.say("verification.noReview")}</>;
  const reviews = (
    <CountLink count={share.review_count} query={{ verification: method }} site={site}>
      {words.say("count.publishedReviews", { count: share.review_count })}
    </CountLink>
  );
  const values = { share: words.share(share.review_count, review_count), rating: words.rating(share.rating_value) };
  return <>{words.pieces("verification.share", { reviews, ...values })}</>;
}

function describeConversion(words: Words, { source: name, best, isRounded }: ConvertedRatings): string {
  const source = name === "direct" ? words.say("verification.businessItself") : sourceName(name);
  const scale = best === 5 ? [] : [words.say("verification.scale", { source, best })];
  const rounding = isRounded ? [words.say("verification.rounding", { source })] : [];
  return [...scale, ...rounding].join(" ");
}

function Rules({ site, converted }: { site: PageSite; converted: readonly ConvertedRatings[] }) {
  const { words } = site;
  const link = <a href={linkWithin(site, PATHS.insights)}>insights.json</a>;
  return (
    <PageSection id="rules" title={words.say("verification.rules")}>
      <ul class="rules">
        <li>{words.say("verification.rule.mean")}</li>
        {converted.map((each) => (
          <li>{describeConversion(words, each)}</li>
        ))}
        <li>{words.say("verification.rule.words")}</li>
        <li>{words.say("verification.rule.removed")}</li>
        <li>{words.say("verification.rule.figures")}</li>
        <li>{words.pieces("verification.rule.counted", { link })}</li>
      </ul>
    </PageSection>
  );
}

/** So that anybody can see whether bad ratings are withheld more often; nothing while the figures are not computed. */
function WithheldReviews({ publication, site, transparency }: PageProps & { transparency: Transparency | null }) {
  if (!transparency) return null;
  const { words } = site;
  const { distribution } = publication.aggregateRating;
  const comparison = withheldInSentences(words, distribution, transparency.withheld);
  return (
    <PageSection id="held-back" title={words.say("held.title")}>
      <p class="after-heading">
        <Totals transparency={transparency} site={site} /> {words.say("held.lead")}
      </p>
      {comparison.length > 0 && <p>{comparison.join(" ")}</p>}
      <ReasonTable transparency={transparency} words={words} />
      <StarTable publication={publication} transparency={transparency} site={site} />
      <p class="quiet">
        {words.pieces("held.data", { link: <a href={linkWithin(site, PATHS.insights)}>insights.json</a> })}
      </p>
    </PageSection>
  );
}

function Totals({ transparency, site }: { transparency: Transparency; site: PageSite }) {
  const { imported, published, joined, withheld_count } = transparency;
  const { words } = site;
  const linked = <CountLink count={published} query={ALL_REVIEWS} site={site} />;
  const parts = words.listed<ComponentChild>([
    words.pieces<ComponentChild, "held.published">("held.published", { count: published }, () => linked),
    ...(joined > 0 ? [words.say("held.joined", { count: joined })] : []),
    words.say("held.heldBack", { count: withheld_count }),
  ]);
  const reviews = words.say("count.reviews", { count: imported });
  return words.pieces<ComponentChild, "held.totals">("held.totals", { reviews, parts });
}

/** The reasons that there were, those of one name together, and that there was no other. */
function ReasonTable({ transparency, words }: { transparency: Transparency; words: Words }) {
  const given = transparency.withheld.filter(({ count }) => count > 0);
  const named = Map.groupBy(given, ({ reason }) => words.say(`reason.${reason}`));
  const rows = [...named].map(([name, all]) => [name, words.number(all.reduce((sum, { count }) => sum + count, 0))]);
  return (
    <FigureTable
      caption={words.say("held.byReason")}
      heads={[words.say("report.reason"), words.say("frame.reviews")]}
      rows={[...rows, [words.say("held.otherReason"), words.number(0)]]}
    />
  );
}

function StarTable({ publication, transparency, site }: PageProps & { transparency: Transparency }) {
  const { words } = site;
  return (
    <FigureTable
      caption={words.say("held.byStars")}
      heads={[
        words.say("search.stars"),
        words.say("held.publishedColumn"),
        words.say("held.column"),
        words.say("held.share"),
      ]}
      rows={starCountsOf(publication.aggregateRating.distribution).map(({ stars, count: published }) => {
        const withheld = transparency.withheld.reduce((sum, { by_rating }) => sum + by_rating[`${stars}`], 0);
        return [
          words.say("count.stars", { count: stars }),
          <CountLink count={published} query={{ rating: stars }} site={site} />,
          words.number(withheld),
          words.share(withheld, published + withheld),
        ];
      })}
    />
  );
}

type Stars = keyof Distribution;
type Withheld = Transparency["withheld"];

const [BEST, WORST]: readonly [Stars, Stars] = ["5", "1"];

/** How one star compares with five, and what makes the difference; none where nothing is held back, or one of the two has no reviews. */
export function withheldInSentences(words: Words, published: Distribution, withheld: Withheld): string[] {
  if (withheld.every(({ count }) => count === 0)) return [];
  const part = (stars: Stars) => partOf(stars, published, withheld);
  return compare(words, part(WORST), part(BEST));
}

interface Part {
  readonly stars: Stars;
  readonly all: number;
  readonly withheld: number;
  readonly reasons: readonly { readonly reason: WithholdingReason; readonly count: number }[];
}

function partOf(stars: Stars, published: Distribution, withheld: Withheld): Part {
  const reasons = withheld.map(({ reason, by_rating }) => ({ reason, count: by_rating[stars] }));
  const count = reasons.reduce((sum, each) => sum + each.count, 0);
  return { stars, all: published[stars] + count, withheld: count, reasons: reasons.filter((each) => each.count > 0) };
}

function compare(words: Words, worst: Part, best: Part): string[] {
  if (worst.all === 0 || best.all === 0) return [];
  const low = words.share(worst.withheld, worst.all);
  const high = words.share(best.withheld, best.all);
  if (low === high) return [words.say("withheld.equal", { share: low })];
  if (shareOf(worst.withheld, worst) < shareOf(best.withheld, best)) return [words.say("withheld.less", { low, high })];
  return [words.say("withheld.more", { low, high }), ...mainReason(words, worst, best)];
}

/** The reason that sets bad ratings apart most, and what it means. */
function mainReason(words: Words, worst: Part, best: Part): string[] {
  const [main] = worst.reasons
    .map(({ reason, count }) => {
      const high = best.reasons.find((each) => each.reason === reason)?.count ?? 0;
      return { reason, low: count, high };
    })
    .map((each) => ({ ...each, difference: shareOf(each.low, worst) - shareOf(each.high, best) }))
    .filter(({ difference }) => difference > 0)
    .sort((one, other) => other.difference - one.difference);
  if (main === undefined) return [];
  const sentence = words.say("withheld.main", {
    low: words.share(main.low, worst.all),
    high: words.share(main.high, best.all),
    reason: words.say(`becauseAll.${main.reason}`),
  });
  const { reason } = main;
  // Other reasons cannot be explained without the reviews.
  const isKnown = reason === "unverified" || reason === "hidden_at_source";
  return isKnown ? [sentence, words.say(`meaning.${reason}`)] : [sentence];
}

function shareOf(count: number, { all }: Part): number {
  return count / all;
}
