/**
 * Makes pictures small enough for a page: decoded, shrunk and coded anew by the runtime, so that nothing of a strange file
 * but its pixels is ever served.
 *
 * @module
 */
import type { Picture, PictureKind, PictureReading } from "../../review/mod.ts";
import { drawSvg, isSvg } from "./draw_svg.ts";
import { attemptsAt, FRAMES } from "./frames.ts";
import { refused } from "./refused.ts";

/** The largest file that is looked at, in bytes. */
export const MAX_FILE_BYTES = 10 << 20;
/** The most pixels that are decoded: a small file may claim many. */
const MAX_PIXELS = 50_000_000;

/** The picture in a file of PNG, JPEG, WebP, GIF, BMP or SVG. */
export async function preparePicture(bytes: Uint8Array, kind: PictureKind): Promise<PictureReading> {
  if (bytes.length === 0) return refused("the file is empty");
  if (bytes.length > MAX_FILE_BYTES) return refused("the file is larger than 10 MB");
  if (!isSvg(bytes)) return shrink(bytes, kind);
  const drawn = await drawSvg(bytes, FRAMES[kind]);
  return drawn.kind === "refused" ? drawn : shrink(drawn.png, kind);
}

async function shrink(bytes: Uint8Array, kind: PictureKind): Promise<PictureReading> {
  try {
    for (const { width, height, quality } of attemptsAt(FRAMES[kind])) {
      const image = new Bun.Image(bytes, { maxPixels: MAX_PIXELS });
      const small = image.resize(width, height, { fit: "inside", withoutEnlargement: true });
      const webp = await small.webp({ quality }).bytes();
      if (webp.length <= FRAMES[kind].maxBytes) return { kind: "picture", picture: await pictureOf(webp) };
    }
    return refused(`it stays larger than ${FRAMES[kind].maxBytes >> 10} kB; a simpler picture is needed`);
  } catch (error) {
    return refused(reasonOf(error));
  }
}

async function pictureOf(webp: Uint8Array): Promise<Picture> {
  const { width, height } = await new Bun.Image(webp).metadata();
  return { width, height, webp: webp.toBase64() };
}

const NOT_A_PICTURE = "it is no PNG, JPEG, WebP or SVG picture";

const REASONS: Readonly<Record<string, string>> = {
  ERR_IMAGE_UNKNOWN_FORMAT: NOT_A_PICTURE,
  ERR_IMAGE_FORMAT_UNSUPPORTED: NOT_A_PICTURE,
  ERR_IMAGE_TOO_MANY_PIXELS: "it has more than 50 million pixels",
};

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return REASONS[code] ?? "the picture is damaged";
}
