/** @jsxImportSource preact */
/**
 * Technicians and services that reviews speak of, each leading to these reviews. In the order of the catalog: this is no
 * ranking of people.
 *
 * @module
 */
import type { Publication } from "../publication/mod.ts";
import type { EntityInsight, InsightsView } from "./insights_view.ts";
import { searchLink } from "./links.ts";
import type { PageSite } from "./site.ts";
import { groupedDigits } from "./words.ts";

/** Figures about a person or service are shown from so many reviews on. */
const FEWEST_REVIEWS = 5;

interface Row {
  readonly name: string;
  readonly href: string;
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
      <MentionList title="Technicians" rows={technicians} />
      <MentionList title="Services" rows={services} />
      <p class="quiet">Average stars and number of reviews, shown from {FEWEST_REVIEWS} reviews on.</p>
    </section>
  );
}

function technicianRows({ publication, insights, site }: Parameters<typeof PeopleAndServices>[0]): Row[] {
  const counts = publication.mentionCounts.technicians;
  const rows = publication.business.technicians.map(({ id, name }) => ({
    name,
    href: searchLink(site, { mentions_technician: name }),
    count: counts.get(name) ?? 0,
    averageRating: averageOf(insights.entities.technicians, id),
  }));
  return rows.filter(({ count }) => count >= FEWEST_REVIEWS);
}

function serviceRows({ publication, insights, site }: Parameters<typeof PeopleAndServices>[0]): Row[] {
  const counts = publication.mentionCounts.services;
  const rows = publication.business.services.map(({ id, name }) => ({
    name,
    href: searchLink(site, { mentions_service: id }),
    count: counts.get(id) ?? 0,
    averageRating: averageOf(insights.entities.services, id),
  }));
  return rows.filter(({ count }) => count >= FEWEST_REVIEWS);
}

function averageOf(entities: readonly Pick<EntityInsight, "id" | "average_rating">[], id: string): number | null {
  return entities.find((entity) => entity.id === id)?.average_rating ?? null;
}

function MentionList({ title, rows }: { title: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="mention-list">
        {rows.map(({ name, href, count, averageRating }) => (
          <li>
            <a href={href}>
              <bdi>{name}</bdi>
            </a>
            <span>
              {averageRating !== null && (
                <>
                  {averageRating.toFixed(2)} <span aria-hidden="true">★</span>
                  <span class="unseen"> stars, </span>
                </>
              )}
              <a class="mention-count" href={href}>
                {groupedDigits(count)}
                <span class="unseen"> reviews</span>
              </a>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
