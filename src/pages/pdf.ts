/** A page of filled outlines as PDF 1.4 (ISO 32000-1), for print shops: no fonts, no pictures, black as ink of its own. */

import { SVGPathData } from "svg-pathdata";
import { parseColor } from "../review/mod.ts";
import { utf8Bytes } from "../utf8.ts";

/** An outline in the way of SVG. */
export interface PdfShape {
  readonly path: string;
  /** Millimetres from the left and the top of the trimmed page. */
  readonly x: number;
  readonly y: number;
  /** Millimetres for each unit of the path. */
  readonly scale: number;
  readonly color: string;
  /** Width of a line along the outline, in units of the path, in place of its area. */
  readonly line?: number;
  /** Nothing is drawn to the right of it, in units of the path. */
  readonly clipWidth?: number;
}

interface PdfPage {
  readonly title: string;
  /** Millimetres, after trimming. */
  readonly width: number;
  readonly height: number;
  /** How far shapes reach over each edge. */
  readonly bleed: number;
  readonly shapes: readonly PdfShape[];
}

const POINTS_IN_MM = 72 / 25.4;

export async function pdfOf({ title, width, height, bleed, shapes }: PdfPage): Promise<Uint8Array<ArrayBuffer>> {
  const box = (from: number, right: number, top: number) =>
    `[${[from, from, right, top].map((mm) => round(mm * POINTS_IN_MM)).join(" ")}]`;
  const whole = box(0, width + 2 * bleed, height + 2 * bleed);
  const trimmed = box(bleed, bleed + width, bleed + height);
  // Coordinates are now millimetres from the top left corner, as in SVG.
  const toMillimetres = [POINTS_IN_MM, 0, 0, -POINTS_IN_MM, bleed * POINTS_IN_MM, (height + bleed) * POINTS_IN_MM];
  const content = `${toMillimetres.map(round).join(" ")} cm\n${shapes.map(drawn).join("\n")}`;
  const packed = await new Response(new Blob([content]).stream().pipeThrough(new CompressionStream("deflate"))).bytes();
  return fileOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox ${whole} /BleedBox ${whole} /TrimBox ${trimmed} /Resources << >> /Contents 4 0 R >>`,
    [`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`, packed, "\nendstream"],
    `<< /Title <${hexOf(title)}> /Producer (Goodword) >>`,
  ]);
}

/** Objects with their table (sections 7.5.1 to 7.5.5); the first is the catalogue, the last the information. */
function fileOf(objects: readonly (string | readonly (string | Uint8Array)[])[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const add = (part: string | Uint8Array) => {
    const bytes = typeof part === "string" ? utf8Bytes(part) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  add("%PDF-1.4\n%äöü\n");
  const offsets = objects.map((object, at) => {
    const offset = length;
    for (const part of [`${at + 1} 0 obj\n`, ...[object].flat(), "\nendobj\n"]) add(part);
    return offset;
  });
  const table = length;
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`);
  for (const offset of offsets) add(`${String(offset).padStart(10, "0")} 00000 n \n`);
  add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>\n`);
  add(`startxref\n${table}\n%%EOF\n`);
  return Buffer.concat(parts);
}

/** A text string in UTF-16, as hexadecimal digits (section 7.9.2.2). */
function hexOf(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, "0"));
  return `feff${units.join("")}`;
}

function drawn({ path, x, y, scale, color, line, clipWidth }: PdfShape): string {
  const place = `${[scale, 0, 0, scale, x, y].map(round).join(" ")} cm`;
  const clip = clipWidth === undefined ? "" : `0 -1000 ${round(clipWidth)} 2000 re W n `;
  const ink = inkOf(color);
  const outline = operatorsOf(path);
  return line === undefined
    ? `q ${place} ${clip}${ink.toLowerCase()} ${outline} f Q`
    : `q ${place} ${clip}${ink} ${round(line)} w ${outline} S Q`;
}

/** The operator of a colour; a grey one is printed in black ink alone. */
function inkOf(color: string): string {
  const [red, green, blue] = parseColor(color).map((part) => round(part / 255));
  return red === green && green === blue ? `${red} G` : `${red} ${green} ${blue} RG`;
}

/** A path in the operators of PDF (section 8.5.2). */
function operatorsOf(path: string): string {
  const { commands } = new SVGPathData(path).toAbs().normalizeHVZ(false).normalizeST().qtToC();
  return commands
    .map((command) => {
      const point = (...numbers: number[]) => numbers.map(round).join(" ");
      switch (command.type) {
        case SVGPathData.MOVE_TO:
          return `${point(command.x, command.y)} m`;
        case SVGPathData.LINE_TO:
          return `${point(command.x, command.y)} l`;
        case SVGPathData.CURVE_TO:
          return `${point(command.x1, command.y1, command.x2, command.y2, command.x, command.y)} c`;
        case SVGPathData.CLOSE_PATH:
          return "h";
        default:
          throw new Error(`cannot draw a path with an arc: ${path.slice(0, 40)}`);
      }
    })
    .join(" ");
}

function round(number: number): number {
  return Number(number.toFixed(4));
}
