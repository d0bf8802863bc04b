/** Pictures of the business from files and from the web, and photographs of its jobs. */
import { createHash } from "node:crypto";
import type { Pictures } from "../owner/pictures.ts";
import { type Drawing, type GuardedFetch, withTimeout } from "../platform.ts";
import {
  type PhotoFault,
  type PhotoReading,
  type PhotoSize,
  type Picture,
  type PictureKind,
  type PictureReading,
  withoutWebpNotes,
} from "../review/mod.ts";
import { systemClock } from "./clock.ts";
import { ownGuardedFetch } from "./guarded_fetch.ts";
import { attemptsAt, FRAMES, PHOTO_FRAMES, type PictureFrame } from "./picture_frames.ts";
import { drawIn } from "./workers/draw_in_thread.ts";
import { ServiceThread } from "./workers/service_thread.ts";

const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 15_000;

export function createPictures(): Pictures {
  const fetch = ownGuardedFetch(false);
  return { fetch: (url, kind) => fetchPicture(url, kind, fetch), prepare: preparePicture, preparePhoto };
}

export async function fetchPicture(address: string, kind: PictureKind, fetch: GuardedFetch): Promise<PictureReading> {
  let url = address;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const answer = await fetch({
      url,
      method: "GET",
      headers: { Accept: "image/webp,image/png,image/jpeg,image/svg+xml;q=0.8,image/*;q=0.5" },
      timeoutMs: TIMEOUT_MS,
      maxAnswerBytes: MAX_FILE_BYTES + 1,
    });
    if (answer.kind === "failed") return refused(answer.reason);
    const location = answer.status >= 300 && answer.status < 400 ? answer.headers.get("location") : null;
    if (location === null)
      return answer.status === 200 ? preparePicture(answer.body, kind) : refused(`HTTP ${answer.status}`);
    url = URL.parse(location, url)?.href ?? "";
  }
  return refused(`more than ${MAX_REDIRECTS} redirects`);
}

const MAX_FILE_BYTES = 10 << 20;
/** The most pixels that are decoded: a small file may claim many. */
const MAX_PIXELS = 50_000_000;

export async function preparePicture(bytes: Uint8Array, kind: PictureKind): Promise<PictureReading> {
  if (bytes.length === 0) return refused("the file is empty");
  if (bytes.length > MAX_FILE_BYTES) return refused("the file is larger than 10 MB");
  if (!isSvg(bytes)) return shrink(bytes, kind);
  const drawn = await drawSvg(bytes, FRAMES[kind]);
  return drawn.kind === "refused" ? drawn : shrink(drawn.png, kind);
}

async function shrink(bytes: Uint8Array, kind: PictureKind): Promise<PictureReading> {
  try {
    const webp = await webpWithin(bytes, FRAMES[kind]);
    if (webp !== null) return { kind: "picture", picture: await pictureOf(webp) };
    return refused(`it stays larger than ${FRAMES[kind].maxBytes >> 10} kB; a simpler picture is needed`);
  } catch (error) {
    return refused(reasonOf(error));
  }
}

async function webpWithin(bytes: Uint8Array, frame: PictureFrame): Promise<Uint8Array | null> {
  for (const { width, height, quality } of attemptsAt(frame)) {
    const webp = withoutWebpNotes(
      await shrunk(bytes, { width, height, maxPixels: MAX_PIXELS }).webp({ quality }).bytes(),
    );
    if (webp.length <= frame.maxBytes) return webp;
  }
  return null;
}

function shrunk(bytes: Uint8Array, { width, height, maxPixels }: PhotoSize & { readonly maxPixels: number }) {
  return new Bun.Image(bytes, { maxPixels }).resize(width, height, { fit: "inside", withoutEnlargement: true });
}

async function pictureOf(webp: Uint8Array): Promise<Picture> {
  return { ...(await sizeOf(webp)), webp: webp.toBase64() };
}

async function sizeOf(webp: Uint8Array): Promise<PhotoSize> {
  const { width, height } = await new Bun.Image(webp).metadata();
  return { width, height };
}

const MAX_PHOTO_PIXELS = 40_000_000;

const PHOTO_FORMATS: readonly string[] = ["jpeg", "png", "webp"];

/** The photograph of a job in a JPEG, PNG or WebP file, turned upright; decoded once, both sizes are made of the larger. */
export async function preparePhoto(bytes: Uint8Array): Promise<PhotoReading> {
  const refused = (fault: PhotoFault): PhotoReading => ({ kind: "refused", fault });
  if (bytes.length === 0) return refused("empty");
  if (bytes.length > MAX_FILE_BYTES) return refused("too_large");
  if (isHeic(bytes)) return refused("heic");
  try {
    const { format, width, height } = await new Bun.Image(bytes).metadata();
    if (!PHOTO_FORMATS.includes(format)) return refused("other_format");
    if (width * height > MAX_PHOTO_PIXELS) return refused("too_many_pixels");
    const { enlarged, inRow } = PHOTO_FRAMES;
    const upright = await shrunk(bytes, { ...enlarged, maxPixels: MAX_PHOTO_PIXELS })
      .png({ compressionLevel: 1 })
      .bytes();
    const files: (PhotoSize & { readonly bytes: Uint8Array })[] = [];
    for (const frame of [enlarged, inRow]) {
      const webp = await webpWithin(upright, frame);
      if (webp === null) return refused("damaged");
      const size = await sizeOf(webp);
      if (files.every((larger) => larger.width > size.width)) files.push({ ...size, bytes: webp });
    }
    const digest = createHash("sha256")
      .update(files[0]?.bytes ?? "")
      .digest("hex")
      .slice(0, 16);
    return { kind: "photo", photo: { digest, files } };
  } catch (error) {
    return refused(PHOTO_FAULTS[codeOf(error)] ?? "damaged");
  }
}

/** The brands of ISO/IEC 23008-12, and AVIF, which cameras write as little as browsers ask for it. */
function isHeic(bytes: Uint8Array): boolean {
  return /^ftyp(?:hei[cfmsx]|hev[cmsx]|mif1|msf1)/.test(new TextDecoder("latin1").decode(bytes.subarray(4, 12)));
}

const PHOTO_FAULTS: Readonly<Record<string, PhotoFault>> = {
  ERR_IMAGE_UNKNOWN_FORMAT: "other_format",
  ERR_IMAGE_FORMAT_UNSUPPORTED: "other_format",
  ERR_IMAGE_TOO_MANY_PIXELS: "too_many_pixels",
};

const NOT_A_PICTURE = "it is no PNG, JPEG, WebP or SVG picture";

const REASONS: Readonly<Record<string, string>> = {
  ERR_IMAGE_UNKNOWN_FORMAT: NOT_A_PICTURE,
  ERR_IMAGE_FORMAT_UNSUPPORTED: NOT_A_PICTURE,
  ERR_IMAGE_TOO_MANY_PIXELS: "it has more than 50 million pixels",
};

function reasonOf(error: unknown): string {
  return REASONS[codeOf(error)] ?? "the picture is damaged";
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** A logo takes some milliseconds after the second that the worker needs to start; a file made to hang would take forever. */
const MAX_DRAWING_MS = 10_000;

type DrawnSvg =
  | { readonly kind: "drawn"; readonly png: Uint8Array<ArrayBuffer> }
  | { readonly kind: "refused"; readonly reason: string };

function isSvg(bytes: Uint8Array): boolean {
  return ROOT.test(headOf(bytes));
}

async function drawSvg(bytes: Uint8Array, frame: PictureFrame): Promise<DrawnSvg> {
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

function whatIsLacking(svg: string): string | null {
  if (/<(?:\w+:)?text[\s>]/.test(svg)) return "it sets text in a font; turn the text into paths, or save it as PNG";
  if (/<(?:\w+:)?(?:image|foreignObject)[\s>]/.test(svg)) return "it holds another picture or page; save it as PNG";
  // A few hundred bytes of filters take the drawing thread its full time.
  if (/<(?:\w+:)?filter[\s>]/.test(svg)) return "it has filter effects; save it as PNG";
  return null;
}

async function drawInTime(drawing: Drawing): Promise<Uint8Array<ArrayBuffer> | null> {
  await using thread = new ServiceThread({ name: "the drawing worker" });
  const drawn = drawIn(thread)(drawing).catch(() => null);
  return await withTimeout(drawn, { timeoutMs: MAX_DRAWING_MS, clock: systemClock, late: () => null });
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

function refused(reason: string) {
  return { kind: "refused", reason } as const;
}
