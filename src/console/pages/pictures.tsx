/** @jsxImportSource preact */
/** Logo and photograph: from a file or an address of the web, made small, without what a camera writes into its files. */
import { readFile } from "node:fs/promises";
import { type BusinessField, textAt } from "../../owner/business_fields.ts";
import { businessState } from "../../owner/edit_business.ts";
import { PICTURE_KINDS, type Picture, type PictureKind, type PictureReading, pictureUrl } from "../../review/mod.ts";
import { BackLink, Confirm, FileField, Form, NotDescribed, Notice, Section, StateField } from "../components.tsx";
import type { ActAnswer, ActRow, ConsoleContext, ConsoleModule, ConsolePage, SentForm } from "../page.ts";
import { BusinessControl, type BusinessForm, freshForm, Licenses, saveForm, typedForm } from "./business_form.tsx";

const PATHS = {
  logo: ["logo"],
  photo: ["photo.url", "photo.description", "photo.author", "photo.license"],
} as const satisfies Readonly<Record<PictureKind, readonly BusinessField[]>>;

/** More than any camera's picture, with the rest of the form. */
export const MAX_BYTES = 11 << 20;

export const picturesModule: ConsoleModule = {
  pages: [{ path: "/profile/pictures", show: async (context) => picturesPage(context, {}) }],
  acts: PICTURE_KINDS.flatMap((kind): ActRow[] => [
    {
      path: `/profile/${kind}`,
      act: "edit_business",
      maxBytes: MAX_BYTES,
      run: (context, form) => savePicture(context, kind, form),
    },
    {
      path: `/profile/${kind}/remove`,
      act: "edit_business",
      run: async (context, form) => {
        const texts = Object.fromEntries(PATHS[kind].map((path) => [path, ""]));
        return save(context, kind, { ...typedForm(form, []), texts }, null);
      },
    },
  ]),
};

async function savePicture(context: ConsoleContext, kind: PictureKind, form: SentForm): Promise<ActAnswer> {
  const typed = typedForm(form, PATHS[kind]);
  const reading = await chosenPicture(context, kind, { form, typed });
  if (reading?.kind === "refused") {
    const field = form.files("picture").length > 0 ? "picture" : PATHS[kind][0];
    return again(context, kind, { ...typed, errors: { [field]: context.words.say("pictures.wrong") } });
  }
  if (reading === null && context.business?.[`${kind}_image`] === undefined) {
    return again(context, kind, { ...typed, errors: { picture: context.words.say("pictures.missing") } });
  }
  return save(context, kind, typed, reading?.picture);
}

/** The picture stays where it is undefined. */
function save(
  context: ConsoleContext,
  kind: PictureKind,
  typed: BusinessForm,
  picture: Picture | null | undefined,
): Promise<ActAnswer> {
  return saveForm(context, typed, {
    ...{ paths: PATHS[kind], to: "/profile/pictures" },
    ...(picture !== undefined && { picture: { kind, picture } }),
    show: (form, now) => picturesPage(now, { [kind]: form }),
  });
}

function again(context: ConsoleContext, kind: PictureKind, form: BusinessForm): ActAnswer {
  return { kind: "again", status: 422, page: picturesPage(context, { [kind]: form }) };
}

export async function sentPicture({ means }: ConsoleContext, form: SentForm, kind: PictureKind) {
  const [file] = form.files("picture");
  return file === undefined ? null : means.pictures.prepare(await readFile(file.path), kind);
}

/** The picture of the file, else that of an address that is new; null where neither was given. */
async function chosenPicture(
  context: ConsoleContext,
  kind: PictureKind,
  { form, typed }: { readonly form: SentForm; readonly typed: BusinessForm },
): Promise<PictureReading | null> {
  const { means, business } = context;
  const sent = await sentPicture(context, form, kind);
  if (sent !== null) return sent;
  const url = typed.texts[PATHS[kind][0]]?.trim() ?? "";
  if (url === "" || (business && pictureUrl(business, kind) === url)) return null;
  return means.pictures.fetch(url, kind).catch((): PictureReading => ({ kind: "refused", reason: "unreachable" }));
}

function picturesPage(
  { words, person, business }: ConsoleContext,
  forms: Partial<Record<PictureKind, BusinessForm>>,
): ConsolePage {
  const title = words.say("pictures.title");
  if (business === null || business.is_sample) {
    return { title, section: "profile", body: <NotDescribed words={words} /> };
  }
  const body = PICTURE_KINDS.map((kind) => {
    const form = forms[kind] ?? freshForm(business, PATHS[kind]);
    const shown = business[`${kind}_image`];
    const isOwner = person.role === "owner";
    return (
      <Section title={words.say(`pictures.${kind}`)}>
        {form.isOvertaken && <Notice tone="waiting">{words.say("frame.changed")}</Notice>}
        <p class="quiet">{words.say(`pictures.${kind}.lead`)}</p>
        {shown ? (
          <img
            class={`kept-${kind}`}
            src={`data:image/webp;base64,${shown.webp}`}
            width={shown.width}
            height={shown.height}
            alt={kind === "photo" ? (textAt(business, "photo.description") ?? "") : words.say("pictures.logo")}
          />
        ) : (
          <p>{words.say(`pictures.${kind}.none`)}</p>
        )}
        <Form
          action={`/profile/${kind}`}
          files
          {...(isOwner && { submit: words.say("profile.save") })}
          state={form.state}
        >
          {isOwner && (
            <FileField
              {...{ name: "picture", id: `${kind}-picture`, accept: "image/*" }}
              {...{ label: words.say("pictures.file"), hint: words.say("pictures.hint"), error: form.errors.picture }}
            />
          )}
          <fieldset class="plain" disabled={!isOwner}>
            <legend class="unseen">{words.say(`pictures.${kind}`)}</legend>
            {PATHS[kind].map((path) => (
              <BusinessControl path={path} form={form} words={words} />
            ))}
          </fieldset>
        </Form>
        {isOwner && shown && (
          <Confirm action={`/profile/${kind}/remove`} submit={words.say("people.remove")}>
            <p>{words.say(`pictures.${kind}.removed`)}</p>
            <StateField value={businessState(business)} />
          </Confirm>
        )}
      </Section>
    );
  });
  return {
    title,
    section: "profile",
    body: (
      <>
        <BackLink href="/profile">{words.say("profile.back")}</BackLink>
        {body}
        <Licenses />
      </>
    ),
  };
}
