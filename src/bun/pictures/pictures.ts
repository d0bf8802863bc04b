/**
 * Pictures of the business from files and from the web.
 *
 * @module
 */
import { version } from "../../../package.json";
import type { GuardedFetch } from "../../platform.ts";
import type { PictureKind, PictureReading } from "../../review/mod.ts";
import { createGuardedFetch } from "../guarded_fetch.ts";
import { MAX_FILE_BYTES, preparePicture } from "./prepare_picture.ts";
import { refused } from "./refused.ts";

const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 15_000;

/** What makes pictures ready, over the guarded fetch. */
export function createPictures() {
  const fetch = createGuardedFetch({ allowPrivate: false, userAgent: `Goodword/${version}` });
  return { fetch: (url: string, kind: PictureKind) => fetchPicture(url, kind, fetch), prepare: preparePicture };
}

/** The picture at an address of the web, over https alone, past every redirect guarded anew. */
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
