/** @jsxImportSource preact */
import { ALL_PLACES, CONSENT_ANSWERS, type InputQuestion } from "../../import/mod.ts";
import { type ConsoleWords, messageIfAny } from "../../languages/mod.ts";
import { NO_COLUMN } from "../../owner/import_preview.ts";
import { Field, Select } from "../components.tsx";

interface GivenAnswer {
  readonly name: string;
  readonly value: string;
  readonly column: string;
  readonly error: string | undefined;
}

export function questionField(words: ConsoleWords, question: InputQuestion, { column, ...answer }: GivenAnswer) {
  const { option, role, choices, columns, examples = [] } = question;
  const isColumn = option === "column";
  const isEncoding = option === "encoding" && choices?.[0] !== "utf-8";
  const field = { ...answer, label: questionIn(words, question), hint: hintOn(words, question, isEncoding) };
  const type = option === "as-of" ? "date" : "text";
  const mayLack = isColumn && role !== "rating" && role !== "date" && role !== "customer";
  const required = columns === undefined;
  return (
    <>
      {choices === undefined ? (
        <Field {...field} type={type} required={required} />
      ) : (
        <Select
          {...field}
          required={required}
          options={[
            ["", words.say("import.choose")],
            ...choices.map((choice) => [choice, choiceIn(words, question, choice)] as const),
            ...(mayLack ? [[NO_COLUMN, words.say("import.noColumn")] as const] : []),
          ]}
        />
      )}
      {columns && (
        <Select
          name={`${answer.name}-column`}
          value={column}
          label={words.say(role === "rating" || role === "date" ? `import.orColumn.${role}` : "import.orColumn")}
          options={[["", "–"], ...columns.map((name) => [name, name] as const)]}
        />
      )}
      {(isColumn || isEncoding) && examples.length > 0 && (
        <details open={isEncoding || role === "hidden"}>
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

function hintOn(words: ConsoleWords, { option, role, about, examples = [] }: InputQuestion, isEncoding: boolean) {
  const [example] = examples;
  const isColumn = option === "column";
  if (isColumn && role === "rating" && about !== undefined) return words.say("import.ask.givenStarsHint", about);
  if (option === "ids") return words.say("import.ask.idsHint", { value: example ?? "" });
  if (option === "source" || option === "as-of") return words.say(`import.ask.${option}Hint`);
  if (option === "consent") return words.say("import.ask.example", { value: about?.value ?? "" });
  if (isColumn || isEncoding || example === undefined) return undefined;
  return words.say("import.ask.example", { value: example });
}

/** A column of notes contains no consent, only objections to messages. */
function isAboutNotes({ option, choices = [] }: InputQuestion): boolean {
  return option === "consent" && choices.length < CONSENT_ANSWERS.length;
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
  const of = isAboutNotes(question) ? "answer.notes" : OF_CHOICES[option];
  return (of && messageIfAny(words, `import.${of}.${choice}`)) ?? choice;
}

/** Choices of these options have words of their own. */
const OF_CHOICES: Partial<Readonly<Record<InputQuestion["option"], string>>> = {
  ids: "ids",
  status: "answer",
  consent: "answer",
  moderation: "answer",
};

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
  return messageIfAny(words, `import.ask.column.${role}`) ?? question;
}
