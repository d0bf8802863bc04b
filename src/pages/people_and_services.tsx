/** @jsxImportSource preact */
/**
 * Technicians and services that reviews speak of, each leading to its page. In the order of the catalog: this is no ranking of
 * people.
 *
 * @module
 */
import type { Publication } from "../publication/mod.ts";
import { CountLink } from "./count_link.tsx";
import { FEWEST_REVIEWS, insightOf, type Mentioned, mentionedLink, services, technicians } from "./entity/mentioned.ts";
import type { PageSite } from "./site.ts";
import { groupedDigits } from "./words.ts";

interface ListProps {
  readonly publication: Publication;
  readonly site: PageSite;
}

/** Technicians and services with links to their pages; renders nothing when there are none. */
export function PeopleAndServices({ publication, site }: ListProps) {
  const isShown = ({ count }: Mentioned) => count >= FEWEST_REVIEWS;
  const people = technicians(publication).filter(isShown);
  const work = services(publication).filter(isShown);
  if (people.length + work.length === 0) return null;
  return (
    <section class="mentioned" aria-labelledby="mentioned">
      <h2 id="mentioned">People and services</h2>
      <MentionList title="Technicians" list={people} publication={publication} site={site} />
      <MentionList title="Services" list={work} publication={publication} site={site} />
      <p class="quiet">Average stars and number of reviews, shown from {FEWEST_REVIEWS} reviews on.</p>
    </section>
  );
}

function MentionList({ title, list, publication, site }: ListProps & { title: string; list: readonly Mentioned[] }) {
  if (list.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="mention-list">
        {list.map((mentioned) => (
          <li>
            <a href={mentionedLink(site, mentioned)}>
              <bdi>{mentioned.name}</bdi>
            </a>
            <span>
              <Average rating={insightOf(mentioned, publication)?.average_rating ?? null} />
              <CountLink class="mention-count" count={mentioned.count} query={mentioned.query} site={site}>
                {groupedDigits(mentioned.count)}
                <span class="unseen"> reviews</span>
              </CountLink>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Average({ rating }: { rating: number | null }) {
  if (rating === null) return null;
  return (
    <>
      {rating.toFixed(2)} <span aria-hidden="true">★</span>
      <span class="unseen"> stars, </span>
    </>
  );
}
