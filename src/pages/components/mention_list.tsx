/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";
import { insightOf, type Mentioned } from "../entity.ts";
import { type PageProps, pageLink } from "../site.ts";
import { CountLink, ReviewsLink } from "./figures.tsx";

interface MentionListProps extends PageProps {
  readonly list: readonly Mentioned[];
  /** What stands below an entry. */
  readonly below?: (mentioned: Mentioned) => ComponentChildren;
}

export function MentionList({ list, publication, site, below }: MentionListProps) {
  const { words } = site;
  return (
    <ul class="mention-list">
      {list.map((mentioned) => {
        const rating = insightOf(mentioned, publication)?.average_rating ?? null;
        return (
          <li>
            <span>
              <a href={pageLink(site, mentioned.path)}>
                <bdi>{mentioned.name}</bdi>
              </a>
              {below?.(mentioned)}
            </span>
            <span class="mention-figures">
              {rating !== null && (
                <>
                  {words.rating(rating)} <span aria-hidden="true">★</span>
                  <span class="unseen"> {words.say("people.stars")} </span>
                </>
              )}
              <CountLink class="mention-count" count={mentioned.count} query={mentioned.query} site={site}>
                {words.number(mentioned.count)}
                <span class="unseen"> {words.say("people.reviews")}</span>
              </CountLink>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

export function MentionNames({ list, publication, site }: MentionListProps) {
  const { words } = site;
  const people = list.map((mentioned) => (
    <>
      {words.pieces("ask.person", {
        name: <a href={pageLink(site, mentioned.path)}>{mentioned.name}</a>,
        rating: words.rating(insightOf(mentioned, publication)?.average_rating ?? 0),
        reviews: <ReviewsLink count={mentioned.count} query={mentioned.query} site={site} />,
      })}
    </>
  ));
  return <p>{words.pieces("ask.whoAnswer", { people: <>{words.listed(people)}</> })}</p>;
}
