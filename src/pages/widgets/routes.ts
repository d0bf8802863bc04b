import { PATHS } from "../../http/paths.ts";
import type { Draw, Drawing } from "../../platform.ts";
import { renderErrorPage } from "../error_page.tsx";
import type { PageDocument, PageRoute } from "../page.ts";
import type { PageSite } from "../site.ts";
import { badgeParameters, badgeSvg, readBadgeQuery } from "./badge.ts";
import { renderCard } from "./card.ts";
import { renderCardPdf } from "./card_pdf.ts";
import { embedScript } from "./embed.ts";
import { renderEmbed, renderOEmbed } from "./embed_page.tsx";
import { ratingDrawing, reviewDrawing } from "./share_drawing.ts";

export const WIDGET_ROUTES: readonly PageRoute[] = [
  {
    path: PATHS.badge,
    readsQuery: badgeParameters,
    inLanguages: true,
    render: ({ publication, site, queryString }) => badgeSvg(publication, site, readBadgeQuery(queryString)),
  },
  {
    path: PATHS.card,
    inLanguages: true,
    render: ({ publication, site }) => renderCard(publication, site),
  },
  {
    path: PATHS.cardPdf,
    inLanguages: true,
    render: ({ publication, site, draw }) => renderCardPdf(publication, site, draw),
  },
  {
    path: PATHS.shareImage,
    inLanguages: true,
    render: ({ publication, site, draw }) => imageOf(ratingDrawing(publication, site), site, draw),
  },
  {
    path: PATHS.reviewShareImage,
    wasInLanguages: true,
    render: ({ publication, site, parameters, draw }) => {
      const ordinal = publication.ordinalOf(parameters.id ?? "");
      return ordinal === null
        ? renderErrorPage(site, 404, { publication })
        : imageOf(reviewDrawing(publication, publication.reviewAt(ordinal), site), site, draw);
    },
  },
  {
    path: PATHS.embed,
    inLanguages: true,
    render: embedScript,
  },
  {
    path: PATHS.embedPage,
    inLanguages: true,
    readsQuery: (queryString) => queryString,
    render: ({ publication, site, queryString }) => renderEmbed(publication, site, queryString),
  },
  {
    path: PATHS.oEmbed,
    readsQuery: (queryString) => queryString,
    render: ({ publication, site, queryString }) => renderOEmbed(publication, site, queryString),
  },
];

/** A drawing as PNG; 503 while too many wait to be drawn. */
async function imageOf(drawing: Drawing, site: PageSite, draw: Draw): Promise<PageDocument> {
  const png = await draw(drawing);
  if (png === null) return renderErrorPage(site, 503);
  return { status: 200, mediaType: "image/png", body: png, cacheable: true };
}
