/** @jsxImportSource preact */
/** Logo and photograph: from a file or an address of the web, made small, without what a camera writes into its files. */
import { type BusinessField, textAt } from "../../owner/business_fields.ts";
import { setLogo, setPhoto } from "../../owner/profile_picture.ts";
import { PICTURE_KINDS, type PictureKind } from "../../review/mod.ts";
import { BackLink, Confirm, FileField, Form, NotDescribed, Section } from "../components.tsx";
import { formRow } from "../form_of_act.tsx";
import type { ConsoleContext, ConsoleModule, ConsolePage, SentForm } from "../page.ts";
import { BusinessControl, businessForm, Licenses } from "./business_form.tsx";

const PATHS = {
  logo: ["logo"],
  photo: ["photo.url", "photo.description", "photo.author", "photo.license"],
} as const satisfies Readonly<Record<PictureKind, readonly BusinessField[]>>;

/** More than any camera's picture, with the rest of the form. */
export const MAX_BYTES = 11 << 20;

const SHOWN = { page: picturesPage, to: "/profile/pictures", explains: true, maxBytes: MAX_BYTES };
const ACTS = { logo: setLogo, photo: setPhoto };

export const picturesModule: ConsoleModule = {
  pages: [{ path: "/profile/pictures", show: picturesPage }],
  acts: [
    formRow(setLogo, { ...SHOWN, path: "/profile/logo", input: async (_, form) => ({ url: form.text("logo") }) }),
    formRow(setPhoto, { ...SHOWN, path: "/profile/photo", input: async (_, form) => wordsOnPhoto(form) }),
    ...PICTURE_KINDS.map((kind) =>
      formRow(ACTS[kind], { ...SHOWN, path: `/profile/${kind}/remove`, input: async () => REMOVED }),
    ),
  ],
};

const REMOVED = { remove: true, url: undefined, description: undefined, author: undefined, license: undefined };

function wordsOnPhoto(form: SentForm) {
  return Object.fromEntries(PATHS.photo.map((path) => [path.replace("photo.", ""), form.text(path)]));
}

async function picturesPage(context: ConsoleContext): Promise<ConsolePage> {
  const { words, person, business } = context;
  const title = words.say("pictures.title");
  if (business === null || business.is_sample) {
    return { title, section: "profile", body: <NotDescribed words={words} /> };
  }
  const body = PICTURE_KINDS.map((kind) => {
    const form = businessForm(context, PATHS[kind], { act: ACTS[kind] });
    const shown = business[`${kind}_image`];
    const isOwner = person.role === "owner";
    return (
      <Section title={words.say(`pictures.${kind}`)}>
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
              name="picture"
              id={`${kind}-picture`}
              accept="image/*"
              label={words.say("pictures.file")}
              hint={words.say("pictures.hint")}
              error={form.errors.picture}
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
          <Confirm action={`/profile/${kind}/remove`} submit={words.say("people.remove")} state={form.state}>
            <p>{words.say(`pictures.${kind}.removed`)}</p>
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
