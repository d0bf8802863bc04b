/** @jsxImportSource preact */
/**
 * What the business says of itself: its own words, and the facts of its profile.
 *
 * @module
 */

import type { ComponentChildren } from "preact";
import type { Business } from "../review/mod.ts";
import type { PageSite } from "./site.ts";

const MOST_AREAS = 12;

/** Description, areas, founding and licences; renders nothing when none is known. */
export function AboutSection({ business, site: { words } }: { business: Business; site: PageSite }) {
  const { description, service_areas, founded, license_ids, address, language, url } = business;
  const areas = service_areas.map(({ name }) => name);
  const shown =
    areas.length > MOST_AREAS
      ? [...areas.slice(0, MOST_AREAS), words.say("about.moreAreas", { count: areas.length - MOST_AREAS })]
      : areas;
  const street = address?.street_address;
  if (!description && !url && areas.length === 0 && founded === null && license_ids.length === 0 && !street)
    return null;
  return (
    <section class="about" aria-labelledby="about">
      <h2 id="about">{words.say("about.title", { business: business.name })}</h2>
      {description && (
        <p class="lead" lang={language} dir="auto">
          {description}
        </p>
      )}
      <dl class="about-facts">
        {url && /^https?:/.test(url) && (
          <Fact name={words.say("about.website")}>
            <a href={url} rel="external noopener">
              {hostOf(url)}
            </a>
          </Fact>
        )}
        {areas.length > 0 && <Fact name={words.say("about.areas")}>{words.list(shown)}</Fact>}
        {street && (
          <Fact name={words.say("about.address")}>
            {[street, [address.postal_code, address.locality].filter(Boolean).join(" ")].filter(Boolean).join(", ")}
          </Fact>
        )}
        {founded !== null && <Fact name={words.say("about.since")}>{founded}</Fact>}
        {license_ids.length > 0 && <Fact name={words.say("about.licenses")}>{words.list(license_ids)}</Fact>}
      </dl>
    </section>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : url;
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
