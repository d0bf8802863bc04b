/**
 * What the business shows elsewhere: on its own site, in print, and beside links to its pages.
 *
 * @module
 */
import { Type } from "typebox";
import { ReviewId } from "../../review/mod.ts";
import { PATHS } from "../../web/paths.ts";
import { BadgeQuery, badgeSvg, readBadgeQuery } from "../badge.ts";
import { embedScript } from "../embed.ts";
import { mentionedOf } from "../entity/mentioned.ts";
import { card, showPage } from "../load_pages.ts";
import { CatalogIdParameter, type PageRoute } from "../page_route.ts";
import { mentionedImage, ratingImage, reviewImage } from "./share_images.ts";

/** Badge, list, card, pictures, and the page that offers them. */
export const ELSEWHERE: readonly PageRoute[] = [
  {
    id: "getBadge",
    path: PATHS.badge,
    mediaType: "image/svg+xml",
    summary: "The rating as an SVG badge",
    description: "An image without scripts, fonts or external references, for any page.",
    query: BadgeQuery,
    readsQuery: true,
    inLanguages: true,
    render: ({ publication, site, queryString }) => badgeSvg(publication, site, readBadgeQuery(queryString)),
  },
  {
    id: "getCard",
    path: PATHS.card,
    mediaType: "image/svg+xml",
    summary: "Name, stars and a QR code as a card to print",
    description: "85 by 55 mm, black on white; the code leads to the reviews.",
    readsQuery: false,
    inLanguages: true,
    render: ({ publication, site }) => card(publication, site),
  },
  {
    id: "getShareImage",
    path: PATHS.shareImage,
    mediaType: "image/png",
    summary: "The picture beside links to the business's page",
    description: "1200 by 630 pixels: name, stars and number of reviews.",
    readsQuery: false,
    inLanguages: true,
    render: ({ publication, site, draw }) => ratingImage(publication, site, draw),
  },
  ...(["technician", "service"] as const).map(
    (kind): PageRoute => ({
      id: kind === "technician" ? "getTechnicianShareImage" : "getServiceShareImage",
      path: kind === "technician" ? PATHS.technicianShareImage : PATHS.serviceShareImage,
      mediaType: "image/png",
      pathParameters: CatalogIdParameter,
      mayBe: ["missing"],
      summary: `The picture beside links to a ${kind}`,
      description: "1200 by 630 pixels: name, business and, from five reviews on, their stars.",
      readsQuery: false,
      inLanguages: true,
      render: ({ publication, site, parameters, draw }) =>
        mentionedImage(publication, site, { found: mentionedOf(publication, kind, parameters.id ?? ""), draw }),
    }),
  ),
  {
    id: "getReviewShareImage",
    path: PATHS.reviewShareImage,
    mediaType: "image/png",
    pathParameters: Type.Object({ id: ReviewId }),
    mayBe: ["missing"],
    summary: "The picture beside links to a review",
    description: "1200 by 630 pixels: the customer's words and stars.",
    readsQuery: false,
    inLanguages: true,
    render: ({ publication, site, parameters, draw }) =>
      reviewImage(publication, site, { id: parameters.id ?? "", draw }),
  },
  {
    id: "getShowPage",
    path: PATHS.show,
    summary: "Badge, list of reviews, printed card and shared picture, with the code to copy",
    description: "For the business: each as it will look, in light and dark.",
    readsQuery: false,
    inLanguages: true,
    render: ({ publication, site }) => showPage(publication, site),
  },
  {
    id: "getEmbedScript",
    path: PATHS.embed,
    mediaType: "text/javascript",
    summary: "Script that shows rating and newest reviews on the business's own site",
    description: "Renders in place; sets no cookies and makes no further requests.",
    readsQuery: false,
    inLanguages: true,
    render: ({ publication, site }) => embedScript(publication, site),
  },
];
