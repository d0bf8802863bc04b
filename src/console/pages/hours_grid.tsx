/** @jsxImportSource preact */
/** Opening hours as a grid of days: each with two spans of time, or as the day above. An empty day is closed. */
import type { ConsoleWords } from "../../languages/mod.ts";
import { openDays, readOpeningHours, timeOfDay } from "../../review/mod.ts";
import type { SentForm } from "../page.ts";

const DAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"] as const;
/** Before and after a break; a day may have more. */
const FEW_SPANS = 2;
const MAX_SPANS = 6;
const spansUpTo = (count: number) => Array.from({ length: count }, (_, span) => span);

const nameOf = (day: number, part: string) => `opening_hours.${day}.${part}`;

export function typedHours(form: SentForm): Record<string, string> {
  const names = DAYS.flatMap((_, day) => {
    return [
      nameOf(day, "same"),
      ...spansUpTo(MAX_SPANS).flatMap((span) => [nameOf(day, `opens${span}`), nameOf(day, `closes${span}`)]),
    ];
  });
  return { "opening_hours.sent": "yes", ...Object.fromEntries(names.map((name) => [name, form.text(name)])) };
}

/** The hours of a form, a day a line as `Mo 08:00-17:00`; those that cannot be read stay as they were typed. */
export function hoursIn(form: SentForm): string {
  let above = "";
  const lines = DAYS.flatMap((day, at) => {
    if (form.text(nameOf(at, "same")) === "yes") return above === "" ? [] : [`${day} ${above}`];
    const typed = spansUpTo(MAX_SPANS).flatMap((span) => {
      const opens = form.text(nameOf(at, `opens${span}`));
      const closes = form.text(nameOf(at, `closes${span}`));
      return opens === "" && closes === "" ? [] : [`${opens}-${closes}`];
    });
    above = typed.join(",");
    return above === "" ? [] : [`${day} ${above}`];
  });
  const { hours, fault } = readOpeningHours(lines);
  return (fault === null ? hours : lines).join("\n");
}

/** The fields of kept hours. A firm without any is likely to be open on five days alike. */
function keptHours(value: string): Record<string, string> {
  const rows = openDays(value.split("\n"));
  const week = DAYS.map((_, day) => rows.flatMap(({ days, spans }) => (days.includes(day) ? spans : [])));
  const fields = week.flatMap((spans, day) => {
    const isSame = spans.length > 0 && JSON.stringify(spans) === JSON.stringify(week[day - 1]);
    if (isSame || (value === "" && day > 0 && day < 5)) return [[nameOf(day, "same"), "yes"]];
    return spans.flatMap(({ opens, closes }, span) => [
      [nameOf(day, `opens${span}`), timeOfDay(opens)],
      [nameOf(day, `closes${span}`), timeOfDay(closes).replace("24:00", "00:00")],
    ]);
  });
  return Object.fromEntries(fields);
}

interface HoursGridProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly error: string | undefined;
  /** The hours, a line each. */
  readonly value: string;
  readonly typed: Readonly<Record<string, string>>;
  readonly words: ConsoleWords;
}

export function HoursGrid({ id, label, hint, error, value, typed, words }: HoursGridProps) {
  const fields = "opening_hours.sent" in typed ? typed : keptHours(value);
  const spans = spansUpTo(MAX_SPANS).filter((span) => {
    return span < FEW_SPANS || DAYS.some((_, day) => fields[nameOf(day, `opens${span}`)]);
  });
  const days = new Intl.DateTimeFormat(words.locale, { weekday: "long", timeZone: "UTC" });
  return (
    <fieldset class="hours" aria-describedby={`${id}-hint${error === undefined ? "" : ` ${id}-error`}`}>
      <legend>{label}</legend>
      <span class="quiet" id={`${id}-hint`}>
        {hint}
      </span>
      {DAYS.map((_, day) => {
        // The first of January 2024 was a Monday.
        const name = days.format(Date.UTC(2024, 0, 1 + day));
        const time = (part: string, about: "opens" | "closes") => (
          <input
            type="time"
            name={nameOf(day, part)}
            value={fields[nameOf(day, part)] ?? ""}
            aria-label={`${name}: ${words.say(`hours.${about}`)}`}
          />
        );
        return (
          <div class="hours-day">
            <span>{name}</span>
            {day > 0 && (
              <label class="tick">
                <input
                  type="checkbox"
                  name={nameOf(day, "same")}
                  value="yes"
                  checked={fields[nameOf(day, "same")] === "yes"}
                />
                <span>{words.say("hours.same")}</span>
              </label>
            )}
            <div>
              {spans.map((span) => (
                <span class="hours-span">
                  {time(`opens${span}`, "opens")} – {time(`closes${span}`, "closes")}
                </span>
              ))}
            </div>
          </div>
        );
      })}
      {error !== undefined && (
        <span class="error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </fieldset>
  );
}
