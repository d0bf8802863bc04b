/** @jsxImportSource preact */
/** The API reference: Swagger UI, and in its place a list of the operations where no script runs. */
import { BASICS } from "../http/basics.ts";
import type { Operation } from "../http/operation.ts";
import { PATHS } from "../http/paths.ts";
import { ASSETS } from "./assets.ts";
import { htmlOf } from "./components/layout.tsx";
import { type PageDocument, type PageRequest, securityHeaders } from "./page.ts";
import { inEnglish, linkWithin, type PageSite, pageAddress, pageLink } from "./site.ts";

const TITLE = "API reference";

/** Swagger UI writes styles into its elements and draws with data URLs; as on every page, nothing comes from elsewhere. */
const HEADERS = securityHeaders({ styles: "'self' 'unsafe-inline'", pictures: "'self' data:" });

export function renderDocsPage({ publication, operations, ...request }: PageRequest): PageDocument {
  const site = inEnglish(request.site);
  const { business } = publication;
  const at = (path: string) => linkWithin(site, path);
  const body = htmlOf(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{TITLE}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          name="description"
          content={`The open data of ${business.name}: every operation, to read and to try out.`}
        />
        <link rel="canonical" href={pageAddress(site, PATHS.docs)} />
        <link rel="icon" href={at(ASSETS.icon.path)} type="image/svg+xml" />
        <link rel="stylesheet" href={at(ASSETS.swaggerStyle.path)} />
        <link rel="stylesheet" href={at(ASSETS.docsStyle.path)} />
        <link rel="service-desc" type="application/json" href={at(PATHS.openApi)} />
        <script defer src={at(ASSETS.swaggerScript.path)} />
        <script type="module" src={at(ASSETS.docsScript.path)} />
      </head>
      <body>
        <header>
          <a href={pageLink(site, PATHS.home)}>
            <bdi>{business.name}</bdi>
          </a>
          {" · "}
          <a href={at(PATHS.developers)}>For developers</a>
          {" · "}
          <a href={at(PATHS.openApi)}>OpenAPI document</a>
          <h1>{TITLE}</h1>
        </header>
        <div id="swagger-ui" data-document={at(PATHS.openApi)} data-base={at("")}>
          <main>
            <dl>
              {BASICS.map(([title, text]) => (
                <>
                  <dt>{title}</dt>
                  <dd>{text}</dd>
                </>
              ))}
            </dl>
            {[...Map.groupBy(operations, ({ tag }) => tag)].map(([tag, tagged]) => (
              <section>
                <h2>{tag}</h2>
                <dl>
                  {tagged.map((operation) => (
                    <Summary {...operation} site={site} />
                  ))}
                </dl>
              </section>
            ))}
          </main>
        </div>
      </body>
    </html>,
  );
  return { status: 200, mediaType: "text/html; charset=utf-8", body, cacheable: true, headers: HEADERS };
}

function Summary({ method, path, summary, site }: Operation & { readonly site: PageSite }) {
  const isOpen = method === "GET" && !path.includes("{");
  return (
    <>
      <dt>
        <code>
          {method} {isOpen ? <a href={linkWithin(site, path)}>{path}</a> : path}
        </code>
      </dt>
      <dd>{summary}</dd>
    </>
  );
}
