/** @jsxImportSource preact */
/**
 * The aspects of the reviews that mention a technician or service: praise and criticism with their intervals.
 *
 * @module
 */
import type { Publication } from "../../publication/mod.ts";
import { CountLink } from "../count_link.tsx";
import type { PageSite } from "../site.ts";
import { aspectFigures, type Share } from "./entity_figures.ts";
import { percentOf } from "./entity_rating.tsx";
import type { Mentioned } from "./mentioned.ts";

/** A table; renders nothing where no aspect has three reviews. */
export function EntityAspects(props: { publication: Publication; site: PageSite; mentioned: Mentioned }) {
  const { publication, site, mentioned } = props;
  const { words } = site;
  const figures = aspectFigures(publication, mentioned);
  if (figures.length === 0) return null;
  return (
    <section aria-labelledby="aspects">
      <h2 id="aspects">{words.say("entity.aspects")}</h2>
      {mentioned.kind === "technician" && (
        <p class="after-heading quiet">{words.say("entity.aspectsOfPerson", { name: mentioned.name })}</p>
      )}
      <div class="table-scroll">
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">{words.say("entity.aspect")}</th>
              <th scope="col">{words.say("held.reviews")}</th>
              <th scope="col">{words.say("entity.praise")}</th>
              <th scope="col">{words.say("entity.blame")}</th>
            </tr>
          </thead>
          <tbody>
            {figures.map(({ aspect, count, query, praise, blame }) => (
              <tr>
                <th scope="row">{words.say(`aspect.${aspect}`)}</th>
                <td>
                  <CountLink count={count} query={query} site={site} />
                </td>
                <Side share={praise} site={site} />
                <Side share={blame} site={site} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="quiet">{words.say("entity.intervals")}</p>
    </section>
  );
}

/** "9 64% (39% to 84%)", the interval on a line of its own. */
function Side({ share, site }: { share: Share; site: PageSite }) {
  const { words } = site;
  const { count, whole, query, interval } = share;
  const [low, high] = [percentOf(interval.low, site), percentOf(interval.high, site)];
  return (
    <td>
      <CountLink count={count} query={query} site={site} />{" "}
      <span class="quiet interval">
        {words.pieces("entity.interval", { share: <span class="share">{words.share(count, whole)}</span>, low, high })}
      </span>
    </td>
  );
}
