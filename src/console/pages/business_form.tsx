/** @jsxImportSource preact */
/**
 * A form over fields of the business: what it shows, what was typed, and what to say where that cannot be kept. Only fields
 * that were changed are saved, each if nobody else has changed it since.
 */

import type { ConsoleWords } from "../../languages/mod.ts";
import { LANGUAGE_NAMES } from "../../languages/mod.ts";
import {
  type BusinessField,
  type BusinessFieldKind,
  type CatalogList,
  placeAt,
  textAt,
  YES,
} from "../../owner/business_fields.ts";
import { type BusinessEdit, type EditFault, editBusiness, stateAt } from "../../owner/edit_business.ts";
import { stateOf } from "../../owner/review_state.ts";
import { BUSINESS_TYPES, type Business, KNOWN_LICENSES } from "../../review/mod.ts";
import { readBusiness } from "../../store/mod.ts";
import { Checkbox, Field, Select, TextArea } from "../components.tsx";
import type { ActAnswer, ConsoleContext, ConsolePage, NoticeKey, SentForm } from "../page.ts";

/** A form as it is shown: by the path of each field its text and what is wrong with it. */
export interface BusinessForm {
  readonly texts: Readonly<Record<string, string>>;
  /** What each field was made from, in the order of the fields. */
  readonly states: readonly string[];
  readonly errors: Readonly<Record<string, string>>;
  /** Whether others have changed what was typed over. */
  readonly isOvertaken: boolean;
}

/** A form that nobody has typed into; `texts` are proposed where a field is empty. */
export function freshForm(
  business: Business | null,
  paths: readonly string[],
  texts: Readonly<Record<string, string>> = {},
): BusinessForm {
  const own = business?.is_sample ? null : business;
  return {
    texts: Object.fromEntries(paths.map((path) => [path, textAt(own, path) || (texts[path] ?? "")])),
    states: paths.map((path) => stateAt(own, path)),
    errors: {},
    isOvertaken: false,
  };
}

/** What came back. */
export function typedForm(form: SentForm, paths: readonly string[]): BusinessForm {
  const texts = Object.fromEntries(paths.map((path) => [path, path === "color" ? colorIn(form) : form.text(path)]));
  return { texts, states: form.text("state").split("."), errors: {}, isOvertaken: false };
}

/** A field of colours is never empty: whoever has picked one means it, whatever is ticked. */
function colorIn(form: SentForm): string {
  const color = form.text("color");
  return form.text("color_none") === YES && color === form.text("color_was") ? "" : color;
}

/** The fields that somebody has typed into. */
export function editsOf({ texts, states }: BusinessForm, paths: readonly string[]): BusinessEdit[] {
  return paths
    .map((path, at) => ({ path, text: texts[path] ?? "", expected: states[at] ?? "" }))
    .filter(({ text, expected }) => stateOf(text) !== expected);
}

interface SaveOptions {
  readonly paths: readonly string[];
  readonly show: (form: BusinessForm) => Promise<ConsolePage> | ConsolePage;
  readonly to: string;
  readonly notice?: NoticeKey;
}

/** Saves what was typed, or shows the form once more. */
export async function saveForm(
  context: ConsoleContext,
  form: SentForm,
  { paths, show, to, notice = "done.saved" }: SaveOptions,
): Promise<ActAnswer> {
  const { store, words, means } = context;
  const typed = typedForm(form, paths);
  const edits = editsOf(typed, paths);
  const outcome = await editBusiness(store, { edits, fetch: means.pictures.fetch, leavesAnalysis: true });
  switch (outcome.kind) {
    case "saved":
    case "same":
      return { kind: "done", to, notice };
    case "unknown":
      return { kind: "missing" };
    case "refused": {
      const errors = Object.fromEntries(outcome.faults.map((fault) => [fault.path, whatIsWrong(fault, typed, words)]));
      return { kind: "again", status: 422, page: await show({ ...typed, errors }) };
    }
    case "changed": {
      const now = freshForm((await readBusiness(store))?.profile ?? null, paths);
      const mine = Object.fromEntries(edits.map(({ path, text }) => [path, text ?? ""]));
      const said = outcome.places.map(({ path, now }) => [path, words.say("profile.now", { now: now || "–" })]);
      const again = { ...now, texts: { ...now.texts, ...mine }, errors: Object.fromEntries(said), isOvertaken: true };
      return { kind: "again", status: 409, page: await show(again) };
    }
  }
}

/** What to do about a fault. */
export function whatIsWrong(
  { path, rule, most, found = "" }: EditFault,
  { texts }: Pick<BusinessForm, "texts">,
  words: ConsoleWords,
) {
  switch (rule) {
    case "web_address":
    case "report_address":
    case "google_review_url":
    case "color":
    case "year":
    case "license":
      return words.say(`profile.wrong.${rule}`);
    case "opening_hours":
    case "overlap":
      return words.say(`profile.wrong.${rule}`, { found });
    case "text":
    case "list":
      if ((texts[path] ?? "").trim() === "") return words.say("profile.wrong.missing");
      return most === null ? words.say("profile.wrong.characters") : words.say(`profile.wrong.${rule}`, { most });
    default:
      return words.say("profile.wrong.choice");
  }
}

/** Paths of the fields that have a hint. */
const HINTED = [
  "telephone",
  "url",
  "description",
  "address.street_address",
  "address.country",
  "opening_hours",
  "founded",
  "license_ids",
  "same_as",
  "google_review_url",
  "color",
  "report_to",
  "license",
  "sources",
  "language",
  "time_zone",
  "photo.description",
  "photo.author",
] as const satisfies readonly BusinessField[];

/** The field of a path. */
export function BusinessControl({
  path,
  form,
  words,
}: {
  readonly path: string;
  readonly form: BusinessForm;
  readonly words: ConsoleWords;
}) {
  const place = placeAt(path);
  if (place === null || !("is" in place)) return null;
  const { label, hint } = place.kind === "field" ? namedField(path as BusinessField, words) : namedPart(place, words);
  const id = path.replaceAll(".", "-");
  const props = { name: path, id, label, hint, error: form.errors[path], value: form.texts[path] ?? "" };
  switch (place.is) {
    case "text":
      return <TextArea {...props} rows={5} />;
    case "lines":
    case "hours":
    case "web_addresses":
    case "terms":
      return <TextArea {...props} rows={3} />;
    case "type":
      return <Select {...props} options={BUSINESS_TYPES.map((type) => [type, words.shared.say(`type.${type}`)])} />;
    case "language":
      return <Select {...props} options={languagesWith(props.value, words)} />;
    case "time_zone":
      return <Select {...props} options={zonesWith(props.value)} />;
    case "color": {
      const color = props.value === "" ? USUAL_COLOR : props.value;
      return (
        <>
          <Field {...props} type="color" value={color} />
          <input type="hidden" name="color_was" value={color} />
          <Checkbox
            name="color_none"
            label={words.say("profile.usualColor")}
            checked={props.value === ""}
            value={YES}
          />
        </>
      );
    }
    case "flag":
      return <Checkbox name={path} id={id} label={label} checked={props.value === YES} value={YES} />;
    default:
      return <Field {...props} {...HELP[place.is]} required={path === "name"} />;
  }
}

function namedField(path: BusinessField, words: ConsoleWords) {
  const hinted = HINTED.find((each) => each === path);
  return {
    label: words.say(`profile.${path}`),
    hint: hinted === undefined ? undefined : words.say(`profile.${hinted}.hint`),
  };
}

/** A field of a technician, a service or an area. */
function namedPart({ list, name }: { readonly list: CatalogList; readonly name: string }, words: ConsoleWords) {
  switch (name) {
    case "public":
      return { label: words.say("catalog.public"), hint: undefined };
    case "keywords":
      return { label: words.say("catalog.keywords"), hint: words.say("catalog.keywords.hint") };
    case "aliases":
      return {
        label: words.say("catalog.aliases"),
        hint: words.say(`catalog.aliases.hint.${list === "technicians" ? "person" : "place"}`),
      };
    default:
      return { label: words.say("profile.name"), hint: undefined };
  }
}

/** Of pages whose business has none: `--accent` of page.css. */
const USUAL_COLOR = "#0f5c4d";

const HELP: Partial<
  Record<BusinessFieldKind, { inputMode?: "tel" | "url" | "numeric"; maxLength?: number; list?: string }>
> = {
  telephone: { inputMode: "tel" },
  web_address: { inputMode: "url" },
  year: { inputMode: "numeric", maxLength: 4 },
  country: { maxLength: 2 },
  license: { list: "licenses" },
};

/** What a field of a licence proposes. */
export function Licenses() {
  return (
    <datalist id="licenses">
      {KNOWN_LICENSES.map(({ name }) => (
        <option value={name} />
      ))}
    </datalist>
  );
}

/** Languages that firms work in; any other that is set stays. */
const COMMON = "ar cs da de el en es fi fr he hi hu id it ja ko nb nl pl pt ro ru sv th tr uk vi zh".split(" ");

function languagesWith(value: string, { locale }: ConsoleWords) {
  const names = new Intl.DisplayNames([locale], { type: "language" });
  const tags = [...Object.keys(LANGUAGE_NAMES), ...COMMON, ...(value === "" ? [] : [value])];
  return [...new Set(tags)].map((tag) => [tag, nameOr(tag)] as const);

  /** What was typed by hand may be no language at all, which is said beside it. */
  function nameOr(tag: string): string {
    try {
      return names.of(tag) ?? tag;
    } catch {
      return tag;
    }
  }
}

function zonesWith(value: string) {
  const zones = new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), ...(value === "" ? [] : [value])]);
  return [...zones].map((zone) => [zone, zone.replaceAll("_", " ")] as const);
}
