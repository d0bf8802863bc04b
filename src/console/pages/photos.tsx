/** @jsxImportSource preact */
/** Photographs of jobs: files are dropped with what they show, each has a page of its own, and goes for good. */
import { readFile } from "node:fs/promises";
import {
  addPhotos,
  editPhoto,
  type PhotoField,
  type PhotoWords,
  photoState,
  photosOf,
  removePhoto,
  typedWords,
} from "../../owner/photos.ts";
import {
  calendarDateAt,
  type KeptBusiness,
  type KeptPhoto,
  LONGEST_CAPTION,
  MOST_PHOTOS,
  type PhotoSize,
  type PreparedPhoto,
  photoFileName,
} from "../../review/mod.ts";
import { readBusiness } from "../../store/mod.ts";
import {
  BackLink,
  Confirm,
  Field,
  FileField,
  Form,
  NotDescribed,
  Notice,
  Section,
  Select,
  StateField,
} from "../components.tsx";
import type { ActAnswer, ConsoleContext, ConsoleModule, ConsolePage, SentFile, SentForm } from "../page.ts";

const HOME = "/profile/photos";
const FILES = "/profile/photo-files";

/** Files of one form, and the bytes of all of them: ten of 10 MB, with the rest of the form. */
const MOST_FILES = 10;
const MOST_FILE_BYTES = 10 << 20;
const MAX_BYTES = MOST_FILES * MOST_FILE_BYTES + (1 << 20);

export const photosModule: ConsoleModule = {
  pages: [
    { path: HOME, show: async (context) => listPage(context, FRESH) },
    {
      path: `${HOME}/:id`,
      show: async (context) => photoPage(context, context.business, {}),
    },
    {
      path: `${FILES}/:name`,
      show: async ({ store, parameters }) => {
        const bytes = await store.photos.readPhoto(parameters.name ?? "");
        return bytes === null ? null : { mediaType: "image/webp", body: bytes };
      },
    },
  ],
  acts: [
    { path: HOME, act: "photos", maxBytes: MAX_BYTES, run: add },
    {
      path: `${HOME}/:id`,
      act: "photos",
      run: async (context, form) => {
        const words = wordsIn(form);
        const id = context.parameters.id ?? "";
        return settled(context, await editPhoto(context.store, { id, words, expected: form.text("state") }), words);
      },
    },
    {
      path: `${HOME}/:id/remove`,
      act: "photos",
      run: async (context, form) => {
        const id = context.parameters.id ?? "";
        return settled(context, await removePhoto(context.store, { id, expected: form.text("state") }), {});
      },
    },
  ],
};

/** What was typed, and what is wrong with it. */
interface TypedPhoto {
  readonly words?: Partial<PhotoWords>;
  readonly errors?: Partial<Record<PhotoField | "photos", string>>;
  readonly isOvertaken?: boolean;
}

const FRESH: TypedPhoto = {};

function wordsIn(form: SentForm): PhotoWords {
  const said = (field: PhotoField) => form.text(field);
  return { caption: said("caption"), service: said("service"), technician: said("technician"), date: said("date") };
}

async function add(context: ConsoleContext, form: SentForm): Promise<ActAnswer> {
  const words = wordsIn(form);
  const again = (errors: TypedPhoto["errors"]): ActAnswer => ({
    kind: "again",
    status: 422,
    page: listPage(context, { words, ...(errors && { errors }) }),
  });
  const files = form.files("photos");
  if (files.length === 0) return again({ photos: context.words.say("photos.missing") });
  if (files.length > MOST_FILES) return again({ photos: context.words.say("photos.many", { count: MOST_FILES }) });
  const photos: PreparedPhoto[] = [];
  // One after the other: decoded, each may take two hundred megabytes.
  for (const file of files) {
    const reading = await readingOf(context, file);
    if (reading.kind === "photo") photos.push(reading.photo);
    else return again({ photos: context.words.say(`photos.fault.${reading.fault}`, { file: file.name }) });
  }
  const outcome = await addPhotos(context.store, { photos, words });
  if (outcome.kind === "too_many") {
    return again({ photos: context.words.say("photos.full", { count: outcome.kept, most: MOST_PHOTOS }) });
  }
  if (outcome.kind === "refused") return again(errorsOf(outcome.fields, context));
  return { kind: "done", to: HOME, notice: "done.saved" };
}

function readingOf({ means }: ConsoleContext, { path, size }: SentFile) {
  if (size > MOST_FILE_BYTES) return { kind: "refused", fault: "too_large" } as const;
  return readFile(path).then((bytes) => means.pictures.preparePhoto(bytes));
}

function errorsOf(fields: readonly PhotoField[], { words }: ConsoleContext): NonNullable<TypedPhoto["errors"]> {
  return Object.fromEntries(fields.map((field) => [field, words.say(`photos.wrong.${field}`)]));
}

async function settled(
  context: ConsoleContext,
  outcome: Awaited<ReturnType<typeof editPhoto>>,
  words: Partial<PhotoWords>,
): Promise<ActAnswer> {
  switch (outcome.kind) {
    case "refused": {
      const typed = { words, errors: errorsOf(outcome.fields, context) };
      return { kind: "again", status: 422, page: photoPage(context, context.business, typed) };
    }
    case "changed": {
      const now = (await readBusiness(context.store))?.profile ?? null;
      return { kind: "again", status: 409, page: photoPage(context, now, { words, isOvertaken: true }) };
    }
    case "saved":
    case "same":
      return { kind: "done", to: HOME, notice: "done.saved" };
    default:
      return { kind: "missing" };
  }
}

function listPage(context: ConsoleContext, typed: TypedPhoto): ConsolePage {
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
              <Form action={HOME} files submit={words.say("photos.save")}>
                <FileField
                  {...{ name: "photos", multiple: true, accept: "image/jpeg,image/png,image/webp" }}
                  {...{ label: words.say("photos.files"), hint: words.say("photos.hint", { count: MOST_FILES }) }}
                  error={typed.errors?.photos}
                />
                {photoControls(context, own, typed)}
              </Form>
            </Section>
          )}
          <Section title={words.say("photos.kept", { count: photos.length, most: MOST_PHOTOS })}>
            {photos.length === 0 && <p>{words.say("photos.none")}</p>}
            <ul class="kept-photos">
              {photos.map((photo) => (
                <li>
                  <a href={`${HOME}/${photo.id}`}>
                    <PhotoImage photo={photo} alt={photo.caption ?? words.say("photos.unnamed")} />
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

function PhotoImage({ photo, alt }: { readonly photo: KeptPhoto; readonly alt: string }) {
  const size = photo.sizes.at(-1);
  if (size === undefined) return null;
  const { width, height } = size;
  return <img class="kept-photo" src={fileOf(photo, size)} {...{ width, height }} alt={alt} loading="lazy" />;
}

function fileOf({ digest }: KeptPhoto, size: PhotoSize | undefined): string {
  return size === undefined ? HOME : `${FILES}/${photoFileName(digest, size)}`;
}

/** Null where there is no such photograph, or none any more. */
function photoPage(context: ConsoleContext, business: KeptBusiness | null, typed: TypedPhoto): ConsolePage | null {
  const { words, parameters, person } = context;
  const photo = photosOf(business).find(({ id }) => id === parameters.id);
  if (photo === undefined || business === null) return null;
  const isOwner = person.role === "owner";
  const title = photo.caption ?? words.say("photos.unnamed");
  const body = (
    <>
      <BackLink href={HOME}>{words.say("photos.back")}</BackLink>
      {typed.isOvertaken && <Notice tone="waiting">{words.say("frame.changed")}</Notice>}
      <p>
        <a href={fileOf(photo, photo.sizes[0])}>
          <PhotoImage photo={photo} alt={title} />
        </a>
      </p>
      {!isOwner && <Notice>{words.say("frame.closed.readersAdvice")}</Notice>}
      <Form
        action={`${HOME}/${photo.id}`}
        {...(isOwner && { submit: words.say("profile.save") })}
        state={photoState(photo)}
      >
        <fieldset class="plain" disabled={!isOwner}>
          <legend class="unseen">{words.say("photos.said")}</legend>
          {photoControls(context, business, { words: typedWords(photo), ...typed })}
        </fieldset>
      </Form>
      {isOwner && (
        <Confirm action={`${HOME}/${photo.id}/remove`} submit={words.say("people.remove")}>
          <p>{words.say("photos.removed")}</p>
          <StateField value={photoState(photo)} />
        </Confirm>
      )}
    </>
  );
  return { title, section: "photos", body };
}

function photoControls({ words, now }: ConsoleContext, business: KeptBusiness, typed: TypedPhoto) {
  const { words: said = {}, errors = {} } = typed;
  const choice = (list: readonly { readonly id: string; readonly name: string }[]) => [
    ["", words.say("photos.nobody")] as const,
    ...list.map(({ id, name }) => [id, name] as const),
  ];
  return (
    <>
      <Field
        {...{ name: "caption", value: said.caption ?? "", maxLength: LONGEST_CAPTION, error: errors.caption }}
        {...{ label: words.say("photos.caption"), hint: words.say("photos.caption.hint") }}
      />
      <Select
        {...{ name: "service", value: said.service ?? "", options: choice(business.services), error: errors.service }}
        label={words.say("photos.service")}
      />
      <Select
        {...{ name: "technician", value: said.technician ?? "", error: errors.technician }}
        options={choice(business.technicians)}
        label={words.say("photos.technician")}
      />
      <Field
        {...{ name: "date", type: "date", value: said.date ?? "", error: errors.date }}
        {...{ label: words.say("photos.date"), max: calendarDateAt(now, business.time_zone) }}
      />
    </>
  );
}
