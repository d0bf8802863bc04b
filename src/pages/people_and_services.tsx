/** @jsxImportSource preact */
/**
 * Technicians and services that reviews speak of, each leading to its page. In the order of the catalog: this is no ranking of
 * people.
 *
 * @module
 */
import type { Words } from "../languages/mod.ts";
import type { Publication } from "../publication/mod.ts";
import { CountLink } from "./count_link.tsx";
import { FEWEST_REVIEWS, insightOf, type Mentioned, mentionedLink, services, technicians } from "./entity/mentioned.ts";
import type { PageSite } from "./site.ts";

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
      <h2 id="mentioned">{site.words.say("people.title")}</h2>
      <MentionList title={site.words.say("people.technicians")} list={people} publication={publication} site={site} />
      <MentionList title={site.words.say("people.services")} list={work} publication={publication} site={site} />
      <p class="quiet">{site.words.say("people.note", { fewest: FEWEST_REVIEWS })}</p>
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
              <Average rating={insightOf(mentioned, publication)?.average_rating ?? null} words={site.words} />
              <CountLink class="mention-count" count={mentioned.count} query={mentioned.query} site={site}>
                {site.words.number(mentioned.count)}
                <span class="unseen"> {site.words.say("people.reviews")}</span>
              </CountLink>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Average({ rating, words }: { rating: number | null; words: Words }) {
  if (rating === null) return null;
  return (
    <>
      {words.mean(rating)} <span aria-hidden="true">★</span>
      <span class="unseen"> {words.say("people.stars")} </span>
    </>
  );
}
