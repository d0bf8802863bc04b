/** @jsxImportSource preact */
import { renderToString } from "preact-render-to-string";
import type { ConsoleWords } from "../../languages/mod.ts";
import { catalogueLanguage, wordsFor } from "../../languages/mod.ts";
import type { BusinessField } from "../../owner/business_fields.ts";
import { type BusinessEdit, businessAfterEdits } from "../../owner/edit_business.ts";
import { photosOf } from "../../owner/photos.ts";
import { setProfile } from "../../owner/profile.ts";
import { describeStore } from "../../owner/statistics.ts";
import { ProfilePreview, previewCss } from "../../pages/mod.ts";
import { aggregateRating, publicBusiness, publishedTallies, type StoredProfile } from "../../review/mod.ts";
import { FileField, Form, Notice, Section, StateField } from "../components.tsx";
import { formRow } from "../form_of_act.tsx";
import type { ActAnswer, ConsoleContext, ConsoleModule, ConsolePage, SentForm } from "../page.ts";
import {
  BusinessControl,
  type BusinessForm,
  businessForm,
  editedFields,
  editsOf,
  Licenses,
  typedTexts,
} from "./business_form.tsx";
import { catalogModule } from "./catalog.tsx";
import { photosModule } from "./photos.tsx";
import { MAX_BYTES, picturesModule } from "./pictures.tsx";

const GROUPS = {
  contact: ["name", "type", "telephone", "url", "opening_hours"],
  address: ["address.street_address", "address.postal_code", "address.locality", "address.region", "address.country"],
  about: ["description", "founded", "license_ids", "same_as", "google_review_url"],
  look: ["color"],
  rights: ["report_to", "license", "sources"],
  settings: ["language"],
} as const satisfies Readonly<Record<string, readonly BusinessField[]>>;

const PATHS: readonly BusinessField[] = Object.values(GROUPS).flat();
/** The settings have the time zone; of a business that begins here, it is the browser's. */
const FIRST_PATHS: readonly BusinessField[] = [...PATHS, "time_zone"];

const saveRow = formRow(setProfile, {
  path: "/profile",
  page: profilePage,
  to: "/profile",
  explains: true,
  maxBytes: MAX_BYTES,
  input: (context, form) => editedFields(context, form, pathsOf(context)),
});

export const profileModule: ConsoleModule = {
  pages: [
    { path: "/profile", show: profilePage },
    {
      path: "/profile/preview",
      show: async (context) => {
        const edits = PATHS.flatMap((path) => {
          const text = context.query.get(path);
          return text === null ? [] : [{ path, text }];
        });
        const { header, style } = await previewOf(context, edits);
        // A file, to whose paths the frame adds nothing.
        const own = style === null ? null : `${context.services.scope?.prefix ?? ""}${style}`;
        return { mediaType: "text/html; charset=utf-8", body: renderToString(<Preview header={header} style={own} />) };
      },
    },
    {
      path: "/profile/preview.css",
      show: async ({ query }) => {
        const color = `#${query.get("color") ?? ""}`;
        if (!/^#[0-9a-f]{6}$/.test(color)) return null;
        return { mediaType: "text/css; charset=utf-8", body: previewCss(color) };
      },
    },
    ...picturesModule.pages,
    ...photosModule.pages,
    ...catalogModule.pages,
  ],
  acts: [
    {
      ...saveRow,
      run: (context, form) => (form.text("preview") === "" ? saveRow.run(context, form) : look(context, form)),
    },
    ...picturesModule.acts,
    ...photosModule.acts,
    ...catalogModule.acts,
  ],
};

/** A new business is likely to speak as its owner does, and to be one of the trades. */
function formOf(context: ConsoleContext): BusinessForm {
  const texts = { language: context.words.language, time_zone: "UTC", type: "LocalBusiness" };
  return businessForm(context, pathsOf(context), { texts });
}

function pathsOf({ business }: ConsoleContext): readonly BusinessField[] {
  return isNew(business) ? FIRST_PATHS : PATHS;
}

/** The page as it would be, without saving it. */
async function look(context: ConsoleContext, form: SentForm): Promise<ActAnswer> {
  const texts = typedTexts(form, pathsOf(context));
  return { kind: "page", page: await pageOf(context, { texts, state: form.text("state"), errors: {} }) };
}

function isNew(business: StoredProfile | null): boolean {
  return business === null || business.is_sample;
}

function profilePage(context: ConsoleContext): Promise<ConsolePage> {
  return pageOf(context, formOf(context));
}

async function pageOf(context: ConsoleContext, form: BusinessForm): Promise<ConsolePage> {
  const { words, business, person } = context;
  const isFirst = isNew(business);
  const preview = await previewOf(context, editsOf(form.texts, business, PATHS));
  const body = (
    <>
      {Object.keys(form.errors).length > 0 && context.refused?.refusal.because !== "changed" && (
        <Notice tone="bad">{words.say("profile.wrong", { count: Object.keys(form.errors).length })}</Notice>
      )}
      {business?.is_sample && <Notice>{words.say("profile.sample")}</Notice>}
      <figure class="preview-of">
        <figcaption>{words.say("profile.preview")}</figcaption>
        <div id="preview" data-new={isFirst ? "" : undefined}>
          <Preview {...preview} />
        </div>
      </figure>
      {business !== null && !isFirst && waysFrom(business, words)}
      {person.role !== "owner" && <Notice>{words.say("frame.closed.readersAdvice")}</Notice>}
      <Form action="/profile" files>
        <fieldset class="plain" disabled={person.role !== "owner"}>
          <legend class="unseen">{words.say("profile.title")}</legend>
          <StateField value={form.state} />
          {isFirst && <input type="hidden" name="time_zone" value={form.texts.time_zone} />}
          {(Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map((group) => (
            <Group name={group} form={form} words={words} isOpen={isFirst} />
          ))}
          <Licenses />
        </fieldset>
        {person.role === "owner" && (
          <p class="actions">
            <button type="submit">{words.say("profile.save")}</button>
            <button type="submit" class="quiet-button" name="preview" value="yes">
              {words.say("profile.look")}
            </button>
          </p>
        )}
      </Form>
    </>
  );
  return { title: words.say("profile.title"), section: "profile", script: "preview", body };
}

/** Fields of which most firms never touch the last ones: those are closed, unless there is something to do in them. */
function Group({ name, form, words, isOpen }: GroupProps) {
  const paths: readonly string[] = GROUPS[name];
  const title = words.say(`profile.group.${name}`);
  const controls = (
    <>
      {name === "look" && (
        <FileField
          name="picture"
          accept="image/*"
          error={form.errors.picture}
          label={words.say("pictures.logo")}
          hint={words.say("pictures.hint")}
        />
      )}
      {paths.map((path) => (
        <BusinessControl path={path} form={form} words={words} />
      ))}
    </>
  );
  if (name !== "rights" && name !== "settings") return <Section title={title}>{controls}</Section>;
  return (
    <details class="part" open={isOpen || paths.some((path) => form.errors[path] !== undefined)}>
      <summary>{title}</summary>
      {controls}
    </details>
  );
}

interface GroupProps {
  readonly name: keyof typeof GROUPS;
  readonly form: BusinessForm;
  readonly words: ConsoleWords;
  readonly isOpen: boolean;
}

function waysFrom(business: StoredProfile, words: ConsoleWords) {
  const lists = ["technicians", "services", "service_areas"] as const;
  return (
    <ul class="ways">
      <li>
        <a href="/profile/pictures">{words.say("pictures.title")}</a>
      </li>
      <li>
        <a href="/profile/photos">
          {words.say("photos.title")} <small>{words.number(photosOf(business).length)}</small>
        </a>
      </li>
      {lists.map((list) => (
        <li>
          <a href={`/profile/${list}`}>
            {words.say(`catalog.${list}`)} <small>{words.number(business[list].length)}</small>
          </a>
        </li>
      ))}
    </ul>
  );
}

interface PreviewProps {
  readonly header: preact.ComponentChildren;
  readonly style: string | null;
}

/** The style sheet comes first, so that nothing is shown in other colours. */
function Preview({ header, style }: PreviewProps) {
  return (
    <>
      {style !== null && <link rel="stylesheet" href={style} />}
      {header}
    </>
  );
}

async function previewOf(context: ConsoleContext, edits: readonly BusinessEdit[]): Promise<PreviewProps> {
  const { words, store, services } = context;
  const former: StoredProfile | null = context.business;
  const after = businessAfterEdits(former, edits);
  if (after === null) return { header: <p class="quiet">{words.say("profile.noPreview")}</p>, style: null };
  const { statistics } = await describeStore(store);
  const isSample = former?.is_sample === true;
  const facts = {
    business: publicBusiness(after),
    aggregateRating: aggregateRating(isSample ? [] : publishedTallies(statistics.tallies)),
    logo: after.logo_image ?? null,
  };
  const site = {
    baseUrl: services.baseUrl,
    version: "",
    words: wordsFor(words.language, after.address?.country),
    ownLanguage: catalogueLanguage(after.language),
  };
  return {
    header: <ProfilePreview facts={facts} site={site} />,
    style: after.color === null ? null : `/profile/preview.css?color=${after.color.slice(1)}`,
  };
}
