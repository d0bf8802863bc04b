/** @jsxImportSource preact */
/**
 * The photograph of the business, with who took it and under which licence it is shown.
 *
 * @module
 */
import type { Words } from "../languages/mod.ts";
import type { Publication } from "../publication/mod.ts";
import type { Photo } from "../review/mod.ts";
import { picturePath } from "./picture_file.ts";
import { linkWithin, type PageSite } from "./site.ts";

/** Renders nothing without a photograph, or without the words that must stand beside it. */
export function PhotoFigure({ publication, site }: { publication: Publication; site: PageSite }) {
  const { photo: picture, business } = publication;
  const { photo } = business;
  if (picture === null || photo === null) return null;
  const { width, height } = picture;
  const src = linkWithin(site, picturePath("photo", picture));
  return (
    <figure class="photo">
      <img
        src={src}
        width={width}
        height={height}
        alt={photo.description}
        lang={business.language}
        loading="lazy"
        decoding="async"
      />
      <figcaption>
        <Credit photo={photo} words={site.words} />
      </figcaption>
    </figure>
  );
}

function Credit({ photo: { author, license }, words }: { photo: Photo; words: Words }) {
  return words.pieces("photo.credit", {
    author: <bdi>{author}</bdi>,
    license: license ? <a href={license.url}>{license.name}</a> : words.say("photo.reserved"),
  });
}
