/** @jsxImportSource preact */
/** Forms of a review: what it is about, and that it is no copy of another. */
import type { Business, Mentions } from "../../review/mod.ts";
import type { StoredReview } from "../../store/mod.ts";
import { Checkbox, Form, Section } from "../components.tsx";
import type { ConsoleWords } from "../words.ts";
import { pathOfReview } from "./review_views.tsx";

interface MentionsProps {
  readonly id: string;
  readonly state: string;
  readonly words: ConsoleWords;
  readonly business: Business | null;
  readonly mentions: Mentions;
  /** Whether somebody has said so; else its words do. */
  readonly isGiven: boolean;
}

/** Technicians, services and areas to tick. */
export function MentionsForm({ id, state, words, business, mentions, isGiven }: MentionsProps) {
  const path = `${pathOfReview(id)}/mentions`;
  const lists = [
    ["technicians", words.say("catalog.technicians"), business?.technicians.map(({ name }) => [name, name]) ?? []],
    ["services", words.say("catalog.services"), business?.services.map((each) => [each.id, each.name]) ?? []],
    [
      "service_areas",
      words.say("catalog.service_areas"),
      business?.service_areas.map((each) => [each.id, each.name]) ?? [],
    ],
  ] as const;
  const isEmpty = lists.every(([name, , listed]) => listed.length === 0 && mentions[name].length === 0);
  return (
    <Section title={words.say("review.about")}>
      <p class="quiet">{words.say(isEmpty ? "review.aboutNone" : "review.aboutLead")}</p>
      {!isEmpty && (
        <Form action={path} submit={words.say("profile.save")} state={state}>
          {lists.map(([name, legend, listed]) => (
            <Ticks {...{ name, legend, mentioned: mentions[name] }} listed={listed as [string, string][]} />
          ))}
        </Form>
      )}
      {isGiven && (
        <div class="row-acts">
          <Form action={`${path}/found`} submit={words.say("review.aboutFound")} state={state} />
        </div>
      )}
    </Section>
  );
}

/** What is listed, and what is mentioned besides. */
function Ticks({
  name,
  legend,
  listed,
  mentioned,
}: {
  readonly name: string;
  readonly legend: string;
  readonly listed: readonly (readonly [value: string, label: string])[];
  readonly mentioned: readonly string[];
}) {
  const others = mentioned.filter((each) => !listed.some(([value]) => value === each));
  const options = [...listed, ...others.map((each) => [each, each] as const)];
  if (options.length === 0) return null;
  return (
    <fieldset class="radios">
      <legend>{legend}</legend>
      {options.map(([value, label], at) => (
        <Checkbox
          {...{ name, value, id: `${name}-${at}`, checked: mentioned.includes(value) }}
          label={<bdi>{label}</bdi>}
        />
      ))}
    </fieldset>
  );
}

/** That a review is taken for a copy, and an end to that. */
export function CopyForm({
  review: { id },
  other,
  state,
  words,
  isOwner,
}: {
  readonly review: Pick<StoredReview, "id">;
  readonly other: string;
  /** Null where the other is gone. */
  readonly state: string | null;
  readonly words: ConsoleWords;
  readonly isOwner: boolean;
}) {
  return (
    <Section title={words.say("review.copy")}>
      <p>
        {words.say("review.splitLead")} <a href={pathOfReview(other)}>{words.say("review.splitOther")}</a>
      </p>
      {isOwner && state !== null && (
        <Form
          action={`${pathOfReview(id)}/split/${encodeURIComponent(other)}`}
          submit={words.say("review.split")}
          state={state}
        />
      )}
    </Section>
  );
}
