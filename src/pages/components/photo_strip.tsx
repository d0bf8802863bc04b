/** @jsxImportSource preact */
/** The photograph of the firm and those of jobs in a row that scrolls; these lead to their larger copies. What is out of sight is not loaded. */

import type { Publication } from "../../publication/mod.ts";
import type { JobPhoto } from "../../review/mod.ts";
import { picturePath } from "../brand.ts";
import type { Mentioned } from "../entity.ts";
import { linkWithin, type PageProps, type PageSite } from "../site.ts";
import { PageSection } from "./layout.tsx";

interface PhotoStripProps extends PageProps {
  /** Only those of a technician or a service, without that of the firm. */
  readonly of?: Mentioned;
}

export function PhotoStrip({ publication, site, of }: PhotoStripProps) {
  const { business } = publication;
  const photos = (business.photos ?? []).filter((photo) => of === undefined || photo[of.kind] === of.id);
  const isOfBusiness = of === undefined && publication.photo !== null && business.photo !== null;
  if (photos.length === 0 && !isOfBusiness) return null;
  const within = (url: string) => linkWithin(site, url.slice(site.baseUrl.length));
  return (
    <PageSection class="photos" id="photos" title={site.words.say("photos.title")}>
      <ul>
        {isOfBusiness && <BusinessPhoto publication={publication} site={site} />}
        {photos.map((photo) => {
          const { url, preview, caption } = photo;
          const { width, height } = preview;
          return (
            <li>
              <a href={within(url)}>
                <img
                  src={within(preview.url)}
                  width={width}
                  height={height}
                  loading="lazy"
                  decoding="async"
                  alt={caption ?? altOf(photo, publication, site)}
                  lang={caption === null ? undefined : business.language}
                />
              </a>
              <Caption photo={photo} language={business.language} site={site} />
            </li>
          );
        })}
      </ul>
    </PageSection>
  );
}

function BusinessPhoto({ publication: { photo: picture, business }, site }: PageProps) {
  const { photo } = business;
  if (picture === null || photo === null) return null;
  const { width, height } = picture;
  const source = { src: linkWithin(site, picturePath("photo", picture)), width, height };
  return (
    <li>
      <img {...source} alt={photo.description} lang={business.language} decoding="async" />
      {photo.license && (
        <p>
          {site.words.pieces("photo.credit", {
            author: <bdi>{photo.author}</bdi>,
            license: <a href={photo.license.url}>{photo.license.name}</a>,
          })}
        </p>
      )}
    </li>
  );
}

/** Hidden from those who hear the same with the picture. */
function Caption({ photo, language, site }: { photo: JobPhoto; language: string; site: PageSite }) {
  const { caption, date } = photo;
  if (caption === null && date === null) return null;
  return (
    <p>
      {caption !== null && (
        <span aria-hidden="true" lang={language} dir="auto">
          {caption}
        </span>
      )}
      {caption !== null && date !== null && " · "}
      {date !== null && <time dateTime={date}>{site.words.date(date)}</time>}
    </p>
  );
}

function altOf({ service }: JobPhoto, { business }: Publication, { words }: PageSite): string {
  const offered = business.services.find(({ id }) => id === service);
  return offered === undefined ? words.say("photos.plain") : words.say("photos.of", { service: offered.name });
}
