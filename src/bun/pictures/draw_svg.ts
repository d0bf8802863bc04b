/**
 * SVG as pixels, drawn by the worker that draws the pictures beside links: no script runs, nothing is fetched, and one that
 * takes too long is given up with its worker.
 *
 * @module
 */
import type { Drawing } from "../../platform.ts";
import { systemClock } from "../clock.ts";
import { DrawWorkerHost } from "../drawing/draw_worker_host.ts";
import type { Frame } from "./frames.ts";
import { refused } from "./refused.ts";

/** A logo takes some milliseconds after the second that the worker needs to start; a file made to hang would take forever. */
const MAX_DRAWING_MS = 20_000;

/** The whole of it as PNG, or why not. */
export type DrawnSvg =
  | { readonly kind: "drawn"; readonly png: Uint8Array<ArrayBuffer> }
  | { readonly kind: "refused"; readonly reason: string };

/** Whether a file is meant as SVG: its first element says so. */
export function isSvg(bytes: Uint8Array): boolean {
  return ROOT.test(headOf(bytes));
}

/** Draws an SVG as large as it fits into the frame. */
export async function drawSvg(bytes: Uint8Array, frame: Frame): Promise<DrawnSvg> {
  const svg = new TextDecoder().decode(bytes);
  const lacking = whatIsLacking(svg);
  if (lacking !== null) return refused(lacking);
  const shape = shapeOf(svg);
  if (shape === null) return refused("its svg element has neither a viewBox nor a width and height; save it as PNG");
  const scale = Math.min(frame.width / shape.width, frame.height / shape.height);
  const size = { width: atLeastOne(shape.width * scale), height: atLeastOne(shape.height * scale) };
  const png = await drawInTime({
    ...size,
    language: "en",
    root: { type: "image", style: size, src: "svg" },
    svgs: { svg },
  });
  return png === null ? refused("it cannot be drawn; save it as PNG") : { kind: "drawn", png };
}

/** What the drawing would silently leave out. */
function whatIsLacking(svg: string): string | null {
  if (/<(?:\w+:)?text[\s>]/.test(svg)) return "it sets text in a font; turn the text into paths, or save it as PNG";
  if (/<(?:\w+:)?(?:image|foreignObject)[\s>]/.test(svg)) return "it holds another picture or page; save it as PNG";
  return null;
}

async function drawInTime(drawing: Drawing): Promise<Uint8Array<ArrayBuffer> | null> {
  using host = new DrawWorkerHost(systemClock);
  const tooLong = Promise.withResolvers<null>();
  const cancel = systemClock.after(MAX_DRAWING_MS, () => tooLong.resolve(null));
  const drawn = host.draw(drawing).catch(() => null);
  const png = await Promise.race([drawn, tooLong.promise]);
  cancel();
  return png;
}

/** The svg element after a declaration, comments and a document type; an internal subset may hold none of `]`. */
const ROOT =
  /^\uFEFF?\s*(?:<\?[^>]*\?>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE\s[^[>]*(?:\[[^\]]*\]\s*)?>\s*)*(<(?:\w+:)?svg(?:\s[^>]*)?>)/i;

function headOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, 16 << 10));
}

/** The shape that the root element gives, in units of its own; null where it gives none that can be drawn. */
function shapeOf(svg: string): { width: number; height: number } | null {
  const root = ROOT.exec(svg)?.[1] ?? "";
  const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(root)?.[1];
  const [, , ...box] = (attribute("viewBox") ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [width, height] = box.length === 2 ? box : [attribute("width"), attribute("height")].map(pixels);
  return width && height && width > 0 && height > 0 && Number.isFinite(width + height) ? { width, height } : null;
}

function pixels(length: string | undefined): number {
  return Number(/^\s*([\d.]+)\s*(?:px|pt|mm|cm|in)?\s*$/.exec(length ?? "")?.[1]);
}

function atLeastOne(length: number): number {
  return Math.max(1, Math.round(length));
}
