/** @jsxImportSource preact */
import {
  type AnswerFault,
  type AskedJob,
  DISPLAY_NAMES,
  type Link,
  MAX_ANSWER_LENGTH,
  RATED,
  type TypedAnswer,
} from "../../invitations/mod.ts";
import type { Words } from "../../languages/mod.ts";
import { type Business, RATED_ASPECTS } from "../../review/mod.ts";

/** Raise it when the words by which an author agrees come to mean something else. */
export const LICENSE_VERSION = "1";

/** What an author agrees to, in the language of the form. */
export function licenseWording(words: Words, { name, license }: Pick<Business, "name" | "license">): string {
  return license === null
    ? words.say("form.noLicense", { business: name })
    : words.say("form.license", { business: name, license: license.name });
}

/** "Drain cleaning, finished on 12 May 2026". */
export function workPhrase(words: Words, { service, finished }: AskedJob): string {
  const date = words.date(finished);
  return service === null ? words.say("form.workOn", { date }) : words.say("form.work", { service, date });
}

interface FilledForm {
  readonly action: string;
  readonly business: Business;
  readonly words: Words;
  readonly typed: TypedAnswer;
  readonly faults: readonly AnswerFault[];
  readonly isEdit: boolean;
}

export const UNTOUCHED: TypedAnswer = typedOf("", "", "", () => "");

export function typedAs({ review }: Extract<Link, { kind: "answered" }>): TypedAnswer {
  const { rating, text, displayName, aspectRatings } = review;
  return typedOf(String(rating), text, displayName, (aspect) => String(aspectRatings?.[aspect] ?? ""));
}

function typedOf(
  rating: string,
  text: string,
  displayName: string,
  starsOf: (aspect: (typeof RATED)[number]) => string,
): TypedAnswer {
  const aspects = Object.fromEntries(RATED.map((aspect) => [aspect, starsOf(aspect)])) as TypedAnswer["aspects"];
  return { rating, text, displayName, aspects };
}

export function AnswerForm({ action, business, words, typed, faults, isEdit }: FilledForm) {
  const isFresh = !isEdit && faults.length === 0;
  return (
    <form class="answer" method="post" action={action} data-draft={isFresh ? "true" : undefined}>
      {faults.length > 0 && <Faults faults={faults} words={words} />}
      <fieldset class="rate" id="rating">
        <legend>{words.say("form.rating")}</legend>
        <p class="quiet" id="scale">
          {words.say("form.scale")}
        </p>
        <div class="stars-row">
          {STARS.map((stars) => (
            <label>
              <input
                type="radio"
                name="rating"
                value={stars}
                required
                checked={typed.rating === String(stars)}
                aria-label={words.say("count.stars", { count: stars })}
                {...described("rating", "scale", faults)}
              />
              <span aria-hidden="true">
                <b>★</b>
                {stars}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <p class="field">
        <label for="text">{words.say("form.text")}</label>
        <textarea id="text" name="text" rows={5} dir="auto" {...described("text", "text-hint", faults)}>
          {/* HTML parsers drop a line break at the start of a textarea. */}
          {typed.text.startsWith("\n") ? `\n${typed.text}` : typed.text}
        </textarea>
        <span class="quiet" id="text-hint">
          {words.say("form.textHint", { count: MAX_ANSWER_LENGTH })}
        </span>
      </p>
      <Aspects typed={typed} words={words} />
      <p class="field">
        <label for="display_name">{words.say("form.name")}</label>
        <select id="display_name" name="display_name">
          {DISPLAY_NAMES.map((name) => (
            <option value={name} selected={typed.displayName === name}>
              {words.say(`form.name.${name}`)}
            </option>
          ))}
        </select>
      </p>
      <p class="agree">
        <input type="checkbox" id="license" name="license" value="yes" required {...described("license", "", faults)} />
        <label for="license">{licenseWording(words, business)}</label>
      </p>
      <p>
        <button type="submit">{words.say(isEdit ? "form.change" : "form.send")}</button>
      </p>
    </form>
  );
}

const STARS = [1, 2, 3, 4, 5];

function described(field: AnswerFault, hint: string, faults: readonly AnswerFault[]) {
  if (!faults.includes(field)) return hint === "" ? {} : { "aria-describedby": hint };
  return { "aria-describedby": `fault-${field} ${hint}`.trim(), "aria-invalid": "true" as const };
}

function Aspects({ typed, words }: Pick<FilledForm, "typed" | "words">) {
  const isOpen = RATED.some((aspect) => typed.aspects[aspect] !== "");
  return (
    <details class="aspect-ratings" open={isOpen}>
      <summary>{words.say("form.aspects")}</summary>
      <div>
        {RATED.map((aspect) => (
          <p class="field">
            <label for={aspect}>{words.say(`aspect.${RATED_ASPECTS[aspect]}`)}</label>
            <select id={aspect} name={aspect}>
              <option value="">{words.say("form.noRating")}</option>
              {STARS.map((stars) => (
                <option value={stars} selected={typed.aspects[aspect] === String(stars)}>
                  {words.say("count.stars", { count: stars })}
                </option>
              ))}
            </select>
          </p>
        ))}
      </div>
    </details>
  );
}

const PLACES: Readonly<Record<AnswerFault, string>> = {
  rating: "rating",
  text: "text",
  license: "license",
  fields: "display_name",
};

function Faults({ faults, words }: Pick<FilledForm, "faults" | "words">) {
  return (
    <div class="faults" role="alert">
      <h2>{words.say("form.faults")}</h2>
      <ul>
        {faults.map((fault) => (
          <li>
            <a id={`fault-${fault}`} href={`#${PLACES[fault]}`}>
              {fault === "text"
                ? words.say("form.fault.text", { count: MAX_ANSWER_LENGTH })
                : words.say(`form.fault.${fault}`)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
