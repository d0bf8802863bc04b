/**
 * Makes pictures small enough for a page: decoded, shrunk and coded anew by the runtime, so that nothing of a strange file
 * but its pixels is ever served.
 *
 * @module
 */
import { version } from "../../package.json";
import type { GuardedFetch } from "../platform.ts";
import type { Picture, PictureReading } from "../review/mod.ts";
import { createGuardedFetch } from "./guarded_fetch.ts";

/** The largest file that is looked at, in bytes. */
const MAX_FILE_BYTES = 5 << 20;
/** The most pixels that are decoded: a small file may claim many. */
const MAX_PIXELS = 25_000_000;
/** Twice what a page shows, for screens of two pixels to one. */
const BOX = { width: 480, height: 192 };
/** The most that a page carries, in bytes; what is larger is coded more coarsely. */
const MAX_BYTES = 20 << 10;
const QUALITIES = [86, 70, 50];
const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 15_000;

/** What makes pictures ready, over the guarded fetch. */
export function createPictures() {
  const fetch = createGuardedFetch({ allowPrivate: false, userAgent: `Goodword/${version}` });
  return { fetch: (url: string) => fetchPicture(url, fetch), prepare: preparePicture };
}

/** The picture in a file of PNG, JPEG, WebP, GIF or BMP. */
export async function preparePicture(bytes: Uint8Array): Promise<PictureReading> {
  if (bytes.length === 0) return refused("the file is empty");
  if (bytes.length > MAX_FILE_BYTES) return refused("the file is larger than 5 MB");
  try {
    const image = () => new Bun.Image(bytes, { maxPixels: MAX_PIXELS });
    const small = () => image().resize(BOX.width, BOX.height, { fit: "inside", withoutEnlargement: true });
    for (const quality of QUALITIES) {
      const webp = await small().webp({ quality }).bytes();
      if (webp.length <= MAX_BYTES) return { kind: "picture", picture: await pictureOf(webp) };
    }
    return refused("it stays larger than 20 kB; a simpler picture is needed");
  } catch (error) {
    return refused(reasonOf(error));
  }
}

/** The picture at an address of the web, over https alone, past every redirect guarded anew. */
export async function fetchPicture(address: string, fetch: GuardedFetch): Promise<PictureReading> {
  let url = address;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const answer = await fetch({
      url,
      method: "GET",
      headers: { Accept: "image/webp,image/png,image/jpeg,image/*;q=0.5" },
      timeoutMs: TIMEOUT_MS,
      maxAnswerBytes: MAX_FILE_BYTES + 1,
    });
    if (answer.kind === "failed") return refused(answer.reason);
    const location = answer.status >= 300 && answer.status < 400 ? answer.headers.get("location") : null;
    if (location === null)
      return answer.status === 200 ? preparePicture(answer.body) : refused(`HTTP ${answer.status}`);
    url = URL.parse(location, url)?.href ?? "";
  }
  return refused(`more than ${MAX_REDIRECTS} redirects`);
}

async function pictureOf(webp: Uint8Array): Promise<Picture> {
  const { width, height } = await new Bun.Image(webp).metadata();
  return { width, height, webp: webp.toBase64() };
}

function refused(reason: string): PictureReading {
  return { kind: "refused", reason };
}

const REASONS: Readonly<Record<string, string>> = {
  ERR_IMAGE_UNKNOWN_FORMAT: "it is no PNG, JPEG or WebP picture",
  ERR_IMAGE_FORMAT_UNSUPPORTED: "it is no PNG, JPEG or WebP picture",
  ERR_IMAGE_TOO_MANY_PIXELS: "it has more than 25 million pixels",
};

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return REASONS[code] ?? "the picture is damaged";
}
