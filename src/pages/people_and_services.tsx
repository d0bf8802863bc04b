/** @jsxImportSource preact */
/**
 * Technicians and services that reviews speak of, each leading to these reviews. In the order of the catalog: this is no
 * ranking of people.
 *
 * @module
 */
import type { Publication, SearchQuery } from "../publication/mod.ts";
import { CountLink } from "./count_link.tsx";
import type { EntityInsight, InsightsView } from "./insights_view.ts";
import { searchLink } from "./links.ts";
import type { PageSite } from "./site.ts";
import { groupedDigits } from "./words.ts";

/** Figures about a person or service are shown from so many reviews on. */
const FEWEST_REVIEWS = 5;

interface Row {
  readonly name: string;
  readonly query: SearchQuery;
  readonly count: number;
  readonly averageRating: number | null;
}

/** Technicians and services with links to their reviews; renders nothing when there are none. */
export function PeopleAndServices(props: { publication: Publication; insights: InsightsView; site: PageSite }) {
  const technicians = technicianRows(props);
  const services = serviceRows(props);
  if (technicians.length + services.length === 0) return null;
  return (
    <section class="mentioned" aria-labelledby="mentioned">
      <h2 id="mentioned">People and services</h2>
      <MentionList title="Technicians" rows={technicians} site={props.site} />
      <MentionList title="Services" rows={services} site={props.site} />
      <p class="quiet">Average stars and number of reviews, shown from {FEWEST_REVIEWS} reviews on.</p>
    </section>
  );
}

function technicianRows({ publication, insights }: Parameters<typeof PeopleAndServices>[0]): Row[] {
  const counts = publication.mentionCounts.technicians;
  const rows = publication.business.technicians.map(({ id, name }) => ({
    name,
    query: { mentions_technician: name },
    count: counts.get(name) ?? 0,
    averageRating: averageOf(insights.entities.technicians, id),
  }));
  return rows.filter(({ count }) => count >= FEWEST_REVIEWS);
}

function serviceRows({ publication, insights }: Parameters<typeof PeopleAndServices>[0]): Row[] {
  const counts = publication.mentionCounts.services;
  const rows = publication.business.services.map(({ id, name }) => ({
    name,
    query: { mentions_service: id },
    count: counts.get(id) ?? 0,
    averageRating: averageOf(insights.entities.services, id),
  }));
  return rows.filter(({ count }) => count >= FEWEST_REVIEWS);
}

function averageOf(entities: readonly Pick<EntityInsight, "id" | "average_rating">[], id: string): number | null {
  return entities.find((entity) => entity.id === id)?.average_rating ?? null;
}

function MentionList({ title, rows, site }: { title: string; rows: readonly Row[]; site: PageSite }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="mention-list">
        {rows.map(({ name, query, count, averageRating }) => (
          <li>
            <a href={searchLink(site, query)}>
              <bdi>{name}</bdi>
            </a>
            <span>
              {averageRating !== null && (
                <>
                  {averageRating.toFixed(2)} <span aria-hidden="true">★</span>
                  <span class="unseen"> stars, </span>
                </>
              )}
              <CountLink class="mention-count" count={count} query={query} site={site}>
                {groupedDigits(count)}
                <span class="unseen"> reviews</span>
              </CountLink>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
