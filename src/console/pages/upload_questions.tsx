/** @jsxImportSource preact */
import {
  ALL_PLACES,
  CONSENT_ANSWERS,
  ID_USES,
  type InputQuestion,
  MODERATION_ANSWERS,
  STATUS_ANSWERS,
} from "../../import/mod.ts";
import type { ConsoleWords } from "../../languages/mod.ts";
import { NO_COLUMN } from "../../owner/look_at_import.ts";
import { Field, Select } from "../components.tsx";

interface GivenAnswer {
  readonly name: string;
  readonly value: string;
  readonly column: string;
  readonly error: string | undefined;
}

export function questionField(words: ConsoleWords, question: InputQuestion, { column, ...answer }: GivenAnswer) {
  const { option, role, choices, examples = [] } = question;
  const label = questionIn(words, question);
  const isColumn = option === "column";
  const isEncoding = option === "encoding" && choices?.[0] !== "utf-8";
  const [example] = examples;
  const isHiding = isColumn && role === "hidden";
  const isOfRecommendations = isColumn && role === "rating" && question.about !== undefined;
  const hint = isOfRecommendations
    ? words.say("import.ask.givenStarsHint", { ...question.about })
    : option === "ids"
      ? words.say("import.ask.idsHint", { value: example ?? "" })
      : option === "source" || option === "as-of"
        ? words.say(`import.ask.${option}Hint`)
        : option === "consent"
          ? words.say("import.ask.example", { value: question.about?.value ?? "" })
          : !isColumn && !isEncoding && example !== undefined
            ? words.say("import.ask.example", { value: example })
            : undefined;
  if (choices === undefined) {
    const type = option === "as-of" ? "date" : "text";
    if (question.columns === undefined) return <Field {...{ ...answer, label, hint, type }} required />;
    const columns = question.columns.map((name) => [name, name] as const);
    return (
      <>
        <Field {...{ ...answer, label, hint, type }} />
        <Select
          {...{ name: `${answer.name}-column`, label: words.say("import.orColumn"), value: column }}
          options={[["", "–"], ...columns]}
        />
      </>
    );
  }
  const mayLack = isColumn && role !== "rating" && role !== "date" && role !== "customer";
  const options = [
    ["", words.say("import.choose")] as const,
    ...choices.map((choice) => [choice, choiceIn(words, question, choice)] as const),
    ...(mayLack ? [[NO_COLUMN, words.say("import.noColumn")] as const] : []),
  ];
  return (
    <>
      <Select {...{ ...answer, label, hint, options }} required />
      {(isColumn || isEncoding) && examples.length > 0 && (
        <details open={isEncoding || isHiding}>
          <summary>{words.say(isEncoding ? "import.readings" : "import.firstValues")}</summary>
          <ul>
            {examples.map((each) => (
              <li dir="auto">{each}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const NOTES_ANSWERS = ["may-not-contact", "something-else"] as const;

/** A column of notes contains no consent, only objections to messages. */
function isAboutNotes({ option, choices = [] }: InputQuestion): boolean {
  return option === "consent" && choices.length === NOTES_ANSWERS.length;
}

function choiceIn(words: ConsoleWords, question: InputQuestion, choice: string): string {
  const { option, role, choices } = question;
  if (option === "encoding" && choices?.[0] === "utf-8") return words.say("import.asItIs");
  if (role === "hidden") {
    const at = choice.lastIndexOf("=");
    const meaning = choice.slice(at + 1) === "shown" ? "shown" : "hidden";
    return words.say(`import.answer.column.${meaning}`, { column: choice.slice(0, at) });
  }
  if (option === "location" && choice === ALL_PLACES) return words.say("import.allPlaces");
  const use = option === "ids" && ID_USES.find((each) => each === choice);
  if (use) return words.say(`import.ids.${use}`);
  if (option !== "status" && option !== "consent" && option !== "moderation") return choice;
  const ofNotes = isAboutNotes(question) && NOTES_ANSWERS.find((each) => each === choice);
  if (ofNotes) return words.say(`import.answer.notes.${ofNotes}`);
  const answer = [...STATUS_ANSWERS, ...CONSENT_ANSWERS, ...MODERATION_ANSWERS].find((each) => each === choice);
  return answer === undefined ? choice : words.say(`import.answer.${answer}`);
}

const ASKED_ROLES = ["rating", "date", "text", "reply", "hidden", "timeZone", "customer"] as const;

function questionIn(words: ConsoleWords, wanted: InputQuestion): string {
  const { option, role, question, about, choices } = wanted;
  if (isAboutNotes(wanted)) return words.say("import.ask.notes", { column: about?.column ?? "" });
  if (option === "status" || option === "consent" || option === "moderation") {
    return words.say(`import.ask.${option}`, { column: about?.column ?? "", value: about?.value ?? "" });
  }
  if (role === "rating" && about !== undefined) return words.say("import.ask.givenStars");
  if (role === "status" && about !== undefined) return words.say("import.ask.statusColumn", about);
  if (role === "service" && about !== undefined) return words.say("import.ask.serviceColumn", about);
  if (option === "encoding" && choices?.[0] === "utf-8") return words.say("import.ask.damaged");
  if (option !== "column") return words.say(`import.ask.${option}`);
  const asked = ASKED_ROLES.find((each) => each === role);
  return asked === undefined ? question : words.say(`import.ask.${asked}`);
}
