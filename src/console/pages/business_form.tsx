/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";
import { type ConsoleWords, LANGUAGE_NAMES, messageIfAny } from "../../languages/mod.ts";
import type { Act } from "../../owner/act.ts";
import {
  type BusinessField,
  type BusinessFieldKind,
  type CatalogList,
  placeAt,
  textAt,
  YES,
} from "../../owner/business_fields.ts";
import { setProfile } from "../../owner/profile.ts";
import { faultsOf, refusalText } from "../../owner/refusal.ts";
import { BUSINESS_TYPES, type Business, KNOWN_LICENSES } from "../../review/mod.ts";
import { Checkbox, Field, Select, TextArea } from "../components.tsx";
import type { ConsoleContext, SentForm } from "../page.ts";
import { HoursGrid, hoursIn, typedHours } from "./hours_grid.tsx";

export interface BusinessForm {
  /** Values by path; typed opening hours also by the names of their fields. */
  readonly texts: Readonly<Record<string, string>>;
  readonly state: string;
  readonly errors: Readonly<Record<string, string>>;
}

/** The fields at these paths: as they were typed if `act` was refused, else as they are; `texts` are suggestions for empty ones. */
export function businessForm(
  context: ConsoleContext,
  paths: readonly string[],
  {
    act = setProfile,
    texts = {},
  }: { readonly act?: Pick<Act, "name">; readonly texts?: Readonly<Record<string, string>> } = {},
): BusinessForm {
  const { business, refused, words } = context;
  const state = setProfile.state(business) ?? "";
  if (refused?.act !== act.name) {
    const kept = paths.map((path) => [path, textIn(business, path) || (texts[path] ?? "")] as const);
    return { texts: Object.fromEntries(kept), state, errors: {} };
  }
  const typed = typedTexts(refused.form, paths);
  const isOvertaken = refused.refusal.because === "changed";
  const now = editsOf(typed, business, paths).map(({ path }) => {
    return [path, words.say("profile.now", { now: textIn(business, path) || "–" })] as const;
  });
  const faults = faultsOf(refused.refusal).map((fault) => [fault.field, refusalText(words, fault)] as const);
  return { texts: typed, state, errors: Object.fromEntries(isOvertaken ? now : faults) };
}

function textIn(business: Business | null, path: string): string {
  return textAt(business?.is_sample ? null : business, path) ?? "";
}

export function typedTexts(form: SentForm, paths: readonly string[]): Readonly<Record<string, string>> {
  const texts = Object.fromEntries(paths.map((path) => [path, typedAt(form, path)]));
  return paths.includes("opening_hours") ? { ...typedHours(form), ...texts } : texts;
}

function typedAt(form: SentForm, path: string): string {
  if (path === "opening_hours") return hoursIn(form);
  const text = form.text(path);
  // A colour field always has a value; a changed one counts even if "none" is still ticked.
  return path === "color" && form.text("color_none") === YES && text === form.text("color_was") ? "" : text;
}

export function editsOf(
  texts: Readonly<Record<string, string>>,
  business: Business | null,
  paths: readonly string[],
): readonly { readonly path: string; readonly text: string }[] {
  return paths
    .map((path) => ({ path, text: texts[path] ?? "" }))
    .filter(({ path, text }) => text !== textIn(business, path));
}

/** The input of {@link setProfile} from a form with the fields at these paths: what was changed in it. */
export async function editedFields({ business }: ConsoleContext, form: SentForm, paths: readonly string[]) {
  const edits = editsOf(typedTexts(form, paths), business, paths);
  return { fields: Object.fromEntries(edits.map(({ path, text }) => [path, text])) };
}

interface ControlProps {
  readonly name: string;
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly error: string | undefined;
  readonly value: string;
  readonly words: ConsoleWords;
  readonly form: BusinessForm;
}

type Control = (props: ControlProps) => ComponentChildren;

const line: Control = (props) => <Field {...fieldOf(props)} required={props.name === "name"} />;
const lines: Control = (props) => <TextArea {...fieldOf(props)} rows={3} />;
const select =
  (options: (props: ControlProps) => readonly (readonly [string, string])[]): Control =>
  (props) => <Select {...fieldOf(props)} options={options(props)} />;

const CONTROLS: Readonly<Record<BusinessFieldKind, Control>> = {
  line,
  lines,
  web_addresses: lines,
  terms: lines,
  text: (props) => <TextArea {...fieldOf(props)} />,
  telephone: (props) => <Field {...fieldOf(props)} inputMode="tel" />,
  web_address: (props) => <Field {...fieldOf(props)} inputMode="url" />,
  year: (props) => <Field {...fieldOf(props)} inputMode="numeric" />,
  license: (props) => <Field {...fieldOf(props)} list="licenses" />,
  hours: (props) => <HoursGrid {...props} typed={props.form.texts} />,
  type: select(({ words }) => BUSINESS_TYPES.map((type) => [type, words.shared.say(`type.${type}`)])),
  language: select(({ value, words }) => languagesWith(value, words)),
  time_zone: select(({ value }) => zonesWith(value)),
  country: select(({ value, words }) => countriesWith(value, words)),
  flag: ({ value, ...props }) => <Checkbox {...props} checked={value === YES} value={YES} />,
  color: (props) => {
    const color = props.value === "" ? USUAL_COLOR : props.value;
    return (
      <>
        <Field {...fieldOf(props)} type="color" value={color} />
        <input type="hidden" name="color_was" value={color} />
        <Checkbox
          name="color_none"
          label={props.words.say("profile.usualColor")}
          value={YES}
          checked={props.value === ""}
        />
      </>
    );
  },
};

function fieldOf({ words: _words, form: _form, ...props }: ControlProps) {
  return props;
}

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
  const named = place.kind === "field" ? namedField(path as BusinessField, words) : namedPart(place, words);
  const common = { name: path, id: path.replaceAll(".", "-"), error: form.errors[path], value: form.texts[path] ?? "" };
  return <>{CONTROLS[place.is]({ ...named, ...common, words, form })}</>;
}

function namedField(path: BusinessField, words: ConsoleWords) {
  const hint = messageIfAny(words, `profile.${path}.hint`);
  return { label: words.say(`profile.${path}`), ...(hint !== undefined && { hint }) };
}

function namedPart({ list, name }: { readonly list: CatalogList; readonly name: string }, words: ConsoleWords) {
  if (name === "public") return { label: words.say("catalog.public") };
  if (name === "keywords") return { label: words.say("catalog.keywords"), hint: words.say("catalog.keywords.hint") };
  if (name !== "aliases") return { label: words.say("profile.name") };
  const hint = `catalog.aliases.hint.${list === "technicians" ? "person" : "place"}` as const;
  return { label: words.say("catalog.aliases"), hint: words.say(hint) };
}

/** The default colour of pages: `--accent` of page.css. */
const USUAL_COLOR = "#0f5c4d";

export function Licenses() {
  return (
    <datalist id="licenses">
      {KNOWN_LICENSES.map(({ name }) => (
        <option value={name} />
      ))}
    </datalist>
  );
}

/** Languages to choose from; any other current value stays available. */
const COMMON = "ar cs da de el en es fi fr he hi hu id it ja ko nb nl pl pt ro ru sv th tr uk vi zh".split(" ");

function languagesWith(value: string, { locale }: ConsoleWords) {
  const names = new Intl.DisplayNames([locale], { type: "language" });
  const tags = new Set([...Object.keys(LANGUAGE_NAMES), ...COMMON, ...(value === "" ? [] : [value])]);
  return [...tags].map((tag) => [tag, nameOr(tag)] as const);

  /** A value from a command or file may not be a language tag. */
  function nameOr(tag: string): string {
    try {
      return names.of(tag) ?? tag;
    } catch {
      return tag;
    }
  }
}

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/** Unions, tests and the like. */
const NO_COUNTRY = /^(?:EU|EZ|UN|QO|X[AB]|ZZ)$/;

function countriesWith(value: string, { locale }: ConsoleWords) {
  const names = new Intl.DisplayNames([locale], { type: "region", fallback: "none" });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter((code) => {
    return Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}` && !NO_COUNTRY.test(code);
  });
  const named = codes.flatMap((code) => {
    const name = names.of(code);
    return name === undefined ? [] : [[code, name] as const];
  });
  const isOther = value !== "" && !named.some(([code]) => code === value);
  return [
    ["", "–"] as const,
    ...(isOther ? [[value, value] as const] : []),
    ...named.sort(([, one], [, other]) => one.localeCompare(other, locale)),
  ];
}

function zonesWith(value: string) {
  const zones = new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), ...(value === "" ? [] : [value])]);
  return [...zones].sort().map((zone) => [zone, zone.replaceAll("_", " ")] as const);
}
