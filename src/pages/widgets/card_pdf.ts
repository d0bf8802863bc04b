/** The document at `/card.pdf`: the card as print shops take it, with its letters as outlines. */
import type { Draw, Drawing, DrawingPart } from "../../platform.ts";
import { renderErrorPage } from "../error_page.tsx";
import type { PageDocument } from "../page.ts";
import { type PdfShape, pdfOf } from "../pdf.ts";
import type { PageSite } from "../site.ts";
import { filledWidth, STAR_PATH } from "../svg.ts";
import { qrModules } from "./card.ts";
import { type CardFacts, type CardLayout, type CardText, cardLayout, textWidth } from "./card_layout.ts";
import { drawable } from "./share_drawing.ts";

/** Millimetres that colour reaches over each edge, as print shops ask for, since no cut is exact. */
const BLEED = 3;
const BLACK = "#000000";

/** The card in PDF; 503 while too many pictures wait to be drawn. */
export async function renderCardPdf(facts: CardFacts, site: PageSite, draw: Draw): Promise<PageDocument> {
  const card = cardLayout(facts, site);
  const outlines = await draw(lettersDrawing(card, site));
  if (outlines === null) return renderErrorPage(site, 503);
  const { width, height, label } = card;
  const shapes = [...shapesOf(card), ...letterShapes(new TextDecoder().decode(outlines))];
  const body = await pdfOf({ title: label, width, height, bleed: BLEED, shapes });
  return { status: 200, mediaType: "application/pdf", body, cacheable: true };
}

function shapesOf({ width, bar, stars, code }: CardLayout): PdfShape[] {
  const modules = qrModules(code.url);
  const star = (at: number, rating: number): PdfShape[] => {
    const shape = { path: STAR_PATH, x: at, y: stars?.y ?? 0, scale: (stars?.width ?? 0) / 100, color: BLACK };
    return [
      { ...shape, line: 1 },
      { ...shape, clipWidth: rating },
    ];
  };
  return [
    ...(bar === null
      ? []
      : [
          {
            path: `M0 0h${width + 2 * BLEED}v${bar.height + BLEED}H0z`,
            color: bar.color,
            x: -BLEED,
            y: -BLEED,
            scale: 1,
          },
        ]),
    ...(stars === null
      ? []
      : [0, 20, 40, 60, 80].flatMap((at) =>
          star(stars.x + (at * stars.width) / 100, Math.min(20, Math.max(0, filledWidth(stars.rating) - at))),
        )),
    { path: modules.path, x: code.x, y: code.y, scale: code.size / modules.width, color: BLACK },
  ];
}

/** Units of the drawing in a millimetre: outlines have two decimals. */
const UNITS = 20;

function lettersDrawing({ width, height, texts }: CardLayout, { words }: PageSite): Drawing {
  return {
    format: "svg",
    width: width * UNITS,
    height: height * UNITS,
    language: words.language,
    svgs: {},
    root: { type: "container", style: { width: "100%", height: "100%" }, children: texts.map(textPart) },
  };
}

/** Baseline of the font Inter: its distance from the top of a line, relative to the font size. */
const BASELINE = 0.864;

function textPart({ text, x, y, size, width, isBold, isCentred, color }: CardText): DrawingPart {
  const letters = drawable(text);
  const wanted = textWidth(letters, 1);
  const fitting = width === undefined ? size : Math.min(size, width / wanted);
  const box = 2 * (width ?? wanted * fitting);
  return {
    type: "text",
    text: letters,
    style: {
      position: "absolute",
      left: (isCentred ? x - box / 2 : x) * UNITS,
      top: (y - fitting * BASELINE) * UNITS,
      width: box * UNITS,
      fontSize: fitting * UNITS,
      lineHeight: 1,
      whiteSpace: "nowrap",
      fontWeight: isBold ? 700 : 400,
      color: color ?? BLACK,
      textAlign: isCentred ? "center" : "left",
    },
  };
}

/** The letters of a drawing: references to outlines that stand at its end, in a group of a colour unless one is alone. */
function letterShapes(svg: string): PdfShape[] {
  const paths = new Map([...svg.matchAll(/<path id="(\w+)" d="([^"]*)"/g)].map(([, id = "", path = ""]) => [id, path]));
  const parts = /<g fill="(#\w+)">|<use href="#(\w+)" x="([-\d.]+)" y="([-\d.]+)"(?: fill="(#\w+)")?\/>/g;
  let groupColor = "";
  return [...svg.matchAll(parts)].flatMap(([, group, id = "", x, y, color = groupColor]) => {
    if (group !== undefined) {
      groupColor = group;
      return [];
    }
    const place = { x: Number(x) / UNITS, y: Number(y) / UNITS, scale: 1 / UNITS };
    return [{ ...place, path: paths.get(id) ?? "", color: sixDigits(color) }];
  });
}

function sixDigits(color: string): string {
  return color.length === 7 ? color : `#${[...color.slice(1)].map((digit) => digit + digit).join("")}`;
}
