/** @jsxImportSource preact */
/** Views for agents' hosts (MCP Apps): pages that stand alone in a sandbox and load nothing. */

import { createHash } from "node:crypto";
import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import { catalogueLanguage, wordsFor } from "../languages/mod.ts";
import { once } from "../memo.ts";
import type { Publication, SearchQuery } from "../publication/mod.ts";
import { counted, type Distribution, groupedDigits, type Review } from "../review/mod.ts";
import pageStyle from "./assets/page.css" with { type: "text" };
import script from "./assets/view.browser.js" with { type: "text" };
import { RatingSummary } from "./components/business_card.tsx";
import { BusinessFacts } from "./components/facts.tsx";
import { FigureTable } from "./components/figures.tsx";

import { ReviewList } from "./components/review_card.tsx";
import { StarHistogram, StarShapes, Stars, starCountsOf } from "./components/stars.tsx";
import { formatRating } from "./phrases.ts";
import type { PageSite } from "./site.ts";

/** The views of a site, each as a whole document in English, the language of all answers to agents. */
export function agentViews(site: Omit<PageSite, "words" | "ownLanguage">) {
  const siteFor = ({ business }: Publication): PageSite => {
    const words = wordsFor("en", business.address?.country);
    return { ...site, words, ownLanguage: catalogueLanguage(business.language) };
  };
  return {
    rating: (publication: Publication, uri: string) => ratingView(publication, siteFor(publication), uri),
    reviews: (publication: Publication, uri: string, found: Found | null) =>
      reviewsView(publication, siteFor(publication), uri, found),
    comparison: (publication: Publication, uri: string, compared: Comparison | null) =>
      comparisonView(publication, siteFor(publication), uri, compared),
  };
}

interface Found {
  readonly query: SearchQuery;
  readonly reviews: readonly Review[];
  readonly total: number;
}

function ratingView(publication: Publication, site: PageSite, uri: string): string {
  const { business } = publication;
  const content = (
    <>
      <h1 dir="auto">{business.name}</h1>
      <RatingSummary publication={publication} site={site} />
      <BusinessFacts publication={publication} site={site} />
    </>
  );
  return renderView({ site, uri, title: `Rating of ${business.name}`, content });
}

function reviewsView(publication: Publication, site: PageSite, uri: string, found: Found | null): string {
  const content = found && (
    <>
      <p class="quiet">
        {found.reviews.length === found.total
          ? counted(found.total, "review")
          : `${found.reviews.length} of ${counted(found.total, "review")}`}
      </p>
      <ReviewList publication={publication} site={site} reviews={found.reviews} query={found.query} level={2} />
    </>
  );
  return renderView({ site, uri, title: `Reviews of ${publication.business.name}`, content });
}

function comparisonView(publication: Publication, site: PageSite, uri: string, compared: Comparison | null) {
  const content = compared && <ComparisonView {...compared} site={site} />;
  return renderView({ site, uri, title: `Figures of ${publication.business.name}`, content });
}

export interface Figures {
  readonly review_count: number;
  readonly rating_value: number | null;
  readonly distribution: Distribution;
}

interface Comparison {
  readonly whole: Figures;
  /** Null where nothing is compared. */
  readonly before: Figures | null;
  readonly difference: { readonly rating_value: number | null; readonly is_clear: boolean } | null;
  readonly groups: readonly (Figures & { readonly key: string; readonly name?: string })[];
}

function ComparisonView({ whole, before, difference, groups, site }: Comparison & { site: PageSite }) {
  return (
    <>
      <div class="compared">
        {before && <Side name="Before" figures={before} site={site} />}
        <Side name={before ? "After" : "All"} figures={whole} site={site} />
      </div>
      {difference && <p class="lead">{describeChange(difference)}</p>}
      {groups.length > 0 && <Groups groups={groups} />}
    </>
  );
}

function Side({ name, figures, site }: { name: string; figures: Figures; site: PageSite }) {
  const { review_count: count, rating_value: rating, distribution } = figures;
  return (
    <section>
      <h2>{name}</h2>
      <p class="rating-value">{rating === null ? "–" : formatRating(rating)}</p>
      {rating !== null && <Stars rating={rating} words={site.words} />}
      <p class="quiet">{counted(count, "review")}</p>
      <StarHistogram counts={starCountsOf(distribution)} site={site} />
    </section>
  );
}

function Groups({ groups }: Pick<Comparison, "groups">) {
  return (
    <FigureTable
      heads={["Group", "Reviews", "Mean"]}
      rows={groups.map(({ key, name, review_count, rating_value }) => [
        <bdi>{name ?? key}</bdi>,
        groupedDigits(review_count),
        rating_value === null ? "–" : formatRating(rating_value),
      ])}
    />
  );
}

function describeChange({ rating_value: change, is_clear }: NonNullable<Comparison["difference"]>): string {
  if (change === null) return "There is nothing to compare: one of the two has no rating.";
  if (change === 0) return "The mean is the same.";
  const direction = change > 0 ? "higher" : "lower";
  const certainty = is_clear ? "more than chance would explain" : "no more than chance may explain";
  return `The mean is ${Math.abs(change)} ${direction}: ${certainty}.`;
}

interface ViewProps {
  readonly site: PageSite;
  /** URI of the view, to which the arguments of a tool are put as a query. */
  readonly uri: string;
  readonly title: string;
  /** Null before it is known what was asked. */
  readonly content: ComponentChildren | null;
}

function renderView({ site, uri, title, content }: ViewProps): string {
  const html = renderToString(
    <html
      lang="en"
      data-view={uri}
      data-base={`${site.baseUrl}/`}
      data-version={site.version}
      data-waits={content === null ? "" : undefined}
    >
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy()} />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <style dangerouslySetInnerHTML={{ __html: style() }} />
      </head>
      <body class="view">
        <StarShapes />
        <main>{content ?? <p class="quiet">Waiting for the answer</p>}</main>
        <script type="module" dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>,
  );
  return `<!DOCTYPE html>\n${html}\n`;
}

const policy = once(
  () =>
    `default-src 'none'; style-src ${digestSource(style())}; script-src ${digestSource(script)}; base-uri 'none'; form-action 'none'`,
);

function digestSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** Views follow the theme of their host instead of the system's preference. */
const DARK = /@media \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}\s*\}/;

const style = once(() => pageStyle.replace(DARK, ':root[data-theme="dark"] {\n  color-scheme: dark;$1}'));
