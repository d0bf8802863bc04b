/** @jsxImportSource preact */
/**
 * What the business takes along to its own site, its van and its invoices, each shown as it will look, with the code to copy.
 */

import { PATHS } from "../../http/paths.ts";
import type { Publication } from "../../publication/mod.ts";
import type { Words } from "../../review/languages/mod.ts";
import { PageSection, renderPage } from "../components/layout.tsx";
import type { PageDocument } from "../page.ts";
import { type PageProps, type PageSite, pageAddress, pageLink, pathIn } from "../site.ts";
import { xmlText } from "../svg.ts";
import { BADGE_THEMES, type BadgeTheme, badgeSize } from "./badge.ts";

/** The page at `/show`. */
export function renderWidgetsPage(publication: Publication, site: PageSite): PageDocument {
  const { business } = publication;
  const { words } = site;
  return renderPage({
    site,
    publication,
    title: words.say("show.title"),
    description: words.say("show.lead", { business: business.name }),
    canonicalPath: PATHS.show,
    scriptPaths: [pathIn(words.language, PATHS.embed, site)],
    children: (
      <>
        <section aria-labelledby="title">
          <h1 id="title">{words.say("show.title")}</h1>
          <p class="lead">{words.pieces("show.lead", { business: <bdi>{business.name}</bdi> })}</p>
        </section>
        <ThemeSwitch words={words} />
        <Badges publication={publication} site={site} />
        <Lists business={business.name} site={site} />
        <Part name="card" words={words}>
          <Preview path={PATHS.card} width={340} height={220} alt={words.say("show.card")} site={site} />
          <p>
            <a href={pageLink(site, PATHS.card)}>{words.say("show.cardLink")}</a>
          </p>
        </Part>
        <Part name="picture" words={words}>
          <Preview path={PATHS.shareImage} width={600} height={315} alt={words.say("show.picture")} site={site} />
        </Part>
      </>
    ),
  });
}

interface PartProps {
  readonly name: "badge" | "list" | "card" | "picture";
  readonly words: Words;
  readonly children: preact.ComponentChildren;
}

/** One thing to take along: what it is, what it is for, and how it looks. */
function Part({ name, words, children }: PartProps) {
  return (
    <PageSection id={name} title={words.say(`show.${name}`)}>
      <p class="after-heading">{words.say(`show.${name}Lead`)}</p>
      {children}
    </PageSection>
  );
}

interface PreviewProps {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  readonly site: PageSite;
}

function Preview({ path, site, alt, ...size }: PreviewProps) {
  return (
    <p class="preview">
      <img src={pageLink(site, path)} {...size} alt={alt} loading="lazy" />
    </p>
  );
}

/** The code of a badge that leads to the profile. */
export function badgeCode(business: string, site: PageSite, theme: BadgeTheme): string {
  const src = pageAddress(site, badgePath(theme));
  const alt = site.words.say("show.alt", { business });
  return `<a href="${pageAddress(site, PATHS.home)}"><img src="${xmlText(src)}" height="76" alt="${xmlText(alt)}"></a>`;
}

function badgePath(theme: BadgeTheme): string {
  return `${PATHS.badge}?theme=${theme}&name=true`;
}

/** The code of a list of the newest reviews: its element, and the script that fills it. */
export function listCode(business: string, site: PageSite, theme: BadgeTheme) {
  const { words } = site;
  const alt = xmlText(words.say("show.alt", { business }));
  const element = `<goodword-reviews theme="${theme}" count="2" show-name><a href="${pageAddress(site, PATHS.home)}">${alt}</a></goodword-reviews>`;
  const src = pageAddress(site, PATHS.embed);
  return { element, code: `<script type="module" src="${src}"></script>\n${element}` };
}

/** One choice for everything below it that has a theme; works by style alone. */
function ThemeSwitch({ words }: { words: Words }) {
  return (
    <fieldset class="themes">
      <legend class="unseen">{words.say("show.theme")}</legend>
      {BADGE_THEMES.map((theme) => (
        <label>
          <input type="radio" name="theme" id={`theme-${theme}`} checked={theme === "auto"} />{" "}
          {words.say(`show.theme.${theme}`)}
        </label>
      ))}
    </fieldset>
  );
}

function Badges({ publication, site }: PageProps) {
  const { words } = site;
  const { name } = publication.business;
  const alt = words.say("show.alt", { business: name });
  const size = badgeSize(publication, site, { name: true });
  return (
    <Part name="badge" words={words}>
      {BADGE_THEMES.map((theme) => (
        <Choice of="badge" code={badgeCode(name, site, theme)} theme={theme} words={words}>
          <img src={pageLink(site, badgePath(theme))} {...size} alt={alt} />
        </Choice>
      ))}
    </Part>
  );
}

function Lists({ business, site }: { business: string; site: PageSite }) {
  return (
    <Part name="list" words={site.words}>
      {BADGE_THEMES.map((theme) => {
        const { element, code } = listCode(business, site, theme);
        return (
          <Choice of="list" code={code} theme={theme} words={site.words}>
            <div dangerouslySetInnerHTML={{ __html: element }} />
          </Choice>
        );
      })}
    </Part>
  );
}

interface ChoiceProps {
  readonly of: "badge" | "list";
  readonly code: string;
  readonly theme: BadgeTheme;
  readonly words: Words;
  readonly children: preact.ComponentChildren;
}

/** How it looks on a page of this theme, and its code; shown while the theme is chosen. */
function Choice({ of, code, theme, words, children }: ChoiceProps) {
  const look = `${words.say(`show.${of}`)}, ${words.say(`show.theme.${theme}`)}`;
  return (
    <div class={`choice in-${theme}`}>
      <div class="preview">{children}</div>
      <pre class="snippet">
        <code data-copy={words.say("show.code", { look })}>{code}</code>
      </pre>
    </div>
  );
}
