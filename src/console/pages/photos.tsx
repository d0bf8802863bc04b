/** @jsxImportSource preact */
import { addPhotos, editPhoto, photosOf, removePhoto } from "../../owner/photos.ts";
import { MAX_PHOTOS, type PhotoSize, photoFileName, type StoredPhoto, type StoredProfile } from "../../review/mod.ts";
import { BackLink, NotDescribed, Notice, Section } from "../components.tsx";
import { ActForm, formRow } from "../form_of_act.tsx";
import type { ConsoleContext, ConsoleModule, ConsolePage } from "../page.ts";

const HOME = "/profile/photos";
const FILES = "/profile/photo-files";

/** Size limit of a form: ten files of 10 MB, with the other fields. */
const MAX_BYTES = 101 << 20;

export const photosModule: ConsoleModule = {
  pages: [
    { path: HOME, show: async (context) => listPage(context) },
    { path: `${HOME}/:id`, show: async (context) => photoPage(context) },
    {
      path: `${FILES}/:name`,
      show: async ({ store, parameters }) => {
        const bytes = await store.photos.readPhoto(parameters.name ?? "");
        return bytes === null ? null : { mediaType: "image/webp", body: bytes };
      },
    },
  ],
  acts: [
    formRow(addPhotos, { page: async (context) => listPage(context), to: HOME, maxBytes: MAX_BYTES }),
    formRow(editPhoto, { page: async (context) => photoPage(context), to: HOME }),
    formRow(removePhoto, { page: async (context) => photoPage(context), to: HOME }),
  ],
};

function listPage(context: ConsoleContext): ConsolePage {
  const { words, business, person } = context;
  const own = business?.is_sample ? null : business;
  const photos = photosOf(own);
  const body = (
    <>
      <BackLink href="/profile">{words.say("profile.back")}</BackLink>
      <p>{words.say("photos.lead")}</p>
      {own === null ? (
        <NotDescribed words={words} />
      ) : (
        <>
          {person.role === "owner" && (
            <Section title={words.say("photos.add")}>
              <ActForm context={context} act={addPhotos} choices={catalogOf(own)} submit={words.say("jobs.add")} />
            </Section>
          )}
          <Section title={words.say("photos.kept", { count: photos.length, most: MAX_PHOTOS })}>
            {photos.length === 0 && <p>{words.say("photos.none")}</p>}
            <ul class="kept-photos">
              {photos.map((photo) => (
                <li>
                  <a href={`${HOME}/${photo.id}`}>
                    <PhotoImage photo={photo} alt={photo.caption ?? words.shared.say("photos.plain")} />
                  </a>
                </li>
              ))}
            </ul>
          </Section>
        </>
      )}
    </>
  );
  return { title: words.say("photos.title"), section: "photos", body };
}

function PhotoImage({ photo, alt }: { readonly photo: StoredPhoto; readonly alt: string }) {
  const size = photo.sizes.at(-1);
  if (size === undefined) return null;
  const { width, height } = size;
  return <img class="kept-photo" src={fileOf(photo, size)} width={width} height={height} alt={alt} loading="lazy" />;
}

function fileOf({ digest }: StoredPhoto, size: PhotoSize | undefined): string {
  return size === undefined ? HOME : `${FILES}/${photoFileName(digest, size)}`;
}

function photoPage(context: ConsoleContext): ConsolePage | null {
  const { words, parameters, person, business } = context;
  const photo = photosOf(business).find(({ id }) => id === parameters.id);
  if (photo === undefined || business === null) return null;
  const isOwner = person.role === "owner";
  const title = photo.caption ?? words.shared.say("photos.plain");
  const { caption, service, technician, date } = photo;
  const body = (
    <>
      <BackLink href={HOME}>{words.say("photos.back")}</BackLink>
      <p>
        <a href={fileOf(photo, photo.sizes[0])}>
          <PhotoImage photo={photo} alt={title} />
        </a>
      </p>
      {!isOwner && <Notice>{words.say("frame.closed.readersAdvice")}</Notice>}
      <ActForm
        context={context}
        act={editPhoto}
        of={photo}
        submit={words.say("profile.save")}
        isDisabled={!isOwner}
        values={{ caption, service, technician, date }}
        choices={catalogOf(business)}
      />
      {isOwner && (
        <ActForm context={context} act={removePhoto} of={photo} submit={words.say("people.remove")} confirm={true}>
          <p>{words.say("photos.removed")}</p>
        </ActForm>
      )}
    </>
  );
  return { title, section: "photos", body };
}

function catalogOf({ services, technicians }: StoredProfile) {
  const choices = (list: typeof services | typeof technicians) => list.map(({ id, name }) => [id, name] as const);
  return { service: choices(services), technician: choices(technicians) };
}
