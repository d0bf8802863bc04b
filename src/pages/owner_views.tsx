/** @jsxImportSource preact */

import { PATHS } from "../http/paths.ts";
import { utf8Bytes } from "../utf8.ts";
import { themeCss } from "./brand.ts";
import type { ProfileFacts } from "./components/business_card.tsx";
import { Hero } from "./components/hero.tsx";
import { StarShapes } from "./components/stars.tsx";
import { type PageSite, pageAddress } from "./site.ts";
import { badgeCode, badgeSize, badgeSvg } from "./widgets/badge.ts";
import { qrPath, renderCard, sheetOf } from "./widgets/card.ts";
import { type CardFacts, cardSize } from "./widgets/card_layout.ts";

/** The top of the profile, to be looked at: nothing in it can be followed. */
export function ProfilePreview({ facts, site }: { readonly facts: ProfileFacts; readonly site: PageSite }) {
  const logoSource = facts.logo === null ? undefined : `data:image/webp;base64,${facts.logo.webp}`;
  return (
    <div class="profile-preview" inert>
      <StarShapes />
      <Hero publication={facts} site={site} logoSource={logoSource} />
    </div>
  );
}

export function previewCss(color: string): string {
  return themeCss(color, ".profile-preview");
}

const CARD_WIDTH = 340;
const QR_WIDTH = 176;

/** `facts` is what is published, or would be. */
export function takeaways(facts: CardFacts, site: PageSite) {
  const { name } = facts.business;
  const address = pageAddress(site, PATHS.home);
  const { width, height } = cardSize(facts.business);
  return {
    address,
    badge: { src: svgSource(badgeSvg(facts, site, { name: true }).body), ...badgeSize(facts, site, { name: true }) },
    badgeCode: badgeCode(name, site),
    card: {
      src: svgSource(renderCard(facts, site).body),
      width: CARD_WIDTH,
      height: Math.round((CARD_WIDTH * height) / width),
    },
    cardPdf: pageAddress(site, PATHS.cardPdf),
    qr: { src: codeSource(address), width: QR_WIDTH, height: QR_WIDTH },
  };
}

export function codeSource(text: string): string {
  return svgSource(`<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="1024" ${qrPath(text)}</svg>`);
}

/** Ten cards on a sheet of A4 or Letter, with lines to cut along. */
export function cardSheet(facts: CardFacts, site: PageSite): string {
  const card = String(renderCard(facts, site).body).replace("<svg ", '<svg class="card" ');
  return sheetOf(
    facts.business.name,
    site.words.language,
    Array.from({ length: 10 }, () => card),
  );
}

function svgSource(svg: string | Uint8Array): string {
  const bytes = typeof svg === "string" ? utf8Bytes(svg) : svg;
  return `data:image/svg+xml;base64,${bytes.toBase64()}`;
}
