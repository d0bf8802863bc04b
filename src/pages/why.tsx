/** @jsxImportSource preact */
/**
 * How a review was read: each judgement with the words it rests on and how certain it is, and who and what was found in it.
 *
 * @module
 */
import type { Publication } from "../publication/mod.ts";
import type { Business, Review, ReviewAspect } from "../review/mod.ts";
import { servicePath, technicianPath } from "../web/paths.ts";
import { piecesOf, type Sought, serviceWords, technicianNames } from "./hits.ts";
import { searchLink } from "./links.ts";
import { type PageSite, pageLink } from "./site.ts";

/** The judgements and mentions of a review; says so when there are none. */
export function Why({ publication, site, review }: { publication: Publication; site: PageSite; review: Review }) {
  const found = mentionsIn(review, publication.business);
  return (
    <section class="why" aria-labelledby="why">
      <h2 id="why">{site.words.say("why.title")}</h2>
      <p class="after-heading quiet">{site.words.say("why.method")}</p>
      {review.aspects.length + found.length === 0 && <p class="after-heading">{site.words.say("why.nothing")}</p>}
      <dl class="judgements">
        {review.aspects.map((judged) => (
          <Judgement judged={judged} isTranslated={isReadTranslated(review)} site={site} />
        ))}
        {found.map(({ name, words, href }) => (
          <div>
            <dt>
              <a href={href(site)}>
                <bdi>{name}</bdi>
              </a>
              <span class="quiet"> {site.words.say("why.mentioned")}</span>
            </dt>
            <dd>{words.length > 0 ? <Quoted texts={words} /> : site.words.say("why.given")}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Where a translation was read, no judgement has words of the customer; where the text was, those of the engine have. */
function isReadTranslated({ translation, aspects }: Review): boolean {
  return translation !== null && aspects.every(({ quote }) => quote === "");
}

function Judgement({
  judged: { aspect, sentiment, certainty, quote },
  isTranslated,
  site,
}: {
  judged: ReviewAspect;
  isTranslated: boolean;
  site: PageSite;
}) {
  const { words } = site;
  const isOwners = quote === "" && !isTranslated;
  return (
    <div>
      <dt>
        <a href={searchLink(site, { mentions_aspect: aspect, sentiment })}>{words.say(`aspect.${aspect}`)}</a>
        <span class={`side side-${sentiment}`}> {words.say(`why.side.${sentiment}`)}</span>
        {!isOwners && (
          <span class="quiet">
            {" "}
            {words.say("why.certainty", { share: words.share(Math.min(99, Math.round(certainty * 100)), 100) })}
          </span>
        )}
      </dt>
      <dd>
        {isOwners && words.say("why.corrected")}
        {!isOwners && (quote === "" ? words.say("why.inTranslation") : <Quoted texts={[quote]} />)}
        {sentiment === "unclear" && !isOwners && <span class="quiet"> {words.say("why.unclear")}</span>}
      </dd>
    </div>
  );
}

function Quoted({ texts }: { texts: readonly string[] }) {
  return (
    <>
      {texts.map((text, index) => (
        <>
          {index > 0 && ", "}
          <q dir="auto">{text}</q>
        </>
      ))}
    </>
  );
}

/** Who or what a review mentions, the words that say so, and where there is more. */
interface Mention {
  readonly name: string;
  readonly words: readonly string[];
  /** Its page, or the search for all that mention it. */
  readonly href: (site: PageSite) => string;
}

function mentionsIn(review: Review, business: Business): Mention[] {
  const { technicians, services, service_areas } = review.mentions;
  const text = [review.title, review.text, review.translation?.text].join("\n");
  return [
    ...business.technicians
      .filter(({ name }) => technicians.includes(name))
      .map(({ id, name }) => ({
        name,
        words: wordsIn(text, { names: technicianNames(name, business) }),
        href: (site: PageSite) => pageLink(site, technicianPath(id)),
      })),
    ...business.services
      .filter(({ id }) => services.includes(id))
      .map(({ id, name }) => ({
        name,
        words: wordsIn(text, { keywords: serviceWords(id, business) }),
        href: (site: PageSite) => pageLink(site, servicePath(id)),
      })),
    ...business.service_areas
      .filter(({ id }) => service_areas.includes(id))
      .map(({ id, name, aliases }) => ({
        name,
        words: wordsIn(text, { names: [name, ...aliases] }),
        href: (site: PageSite) => searchLink(site, { mentions_area: id }),
      })),
  ];
}

/** The words of a text that are sought, each once. */
function wordsIn(text: string, sought: Sought): string[] {
  const hits = piecesOf(text, sought).filter(({ isHit }) => isHit);
  return [...new Set(hits.map((hit) => hit.text))];
}
