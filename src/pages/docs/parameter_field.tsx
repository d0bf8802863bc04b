/** @jsxImportSource preact */
/**
 * A field for a parameter: of its type, with its limits and choices.
 *
 * @module
 */
import type { Parameter, Schema } from "./openapi.ts";
import { exampleOf } from "./sample_call.ts";

/** A labelled field; its id begins with the anchor of its operation. */
export function ParameterField({ parameter, anchor }: { parameter: Parameter; anchor: string }) {
  const id = `${anchor}-${parameter.name}`;
  const choices = choicesOf(parameter.schema ?? {});
  return (
    <p class="field">
      <label for={id}>{parameter.name}</label>
      {choices ? (
        <Choices parameter={parameter} id={id} choices={choices} />
      ) : (
        <input
          {...attributesOf(parameter.schema ?? {})}
          id={id}
          name={parameter.name}
          data-in={parameter.in}
          required={parameter.required === true}
          value={parameter.required ? exampleOf(parameter) : undefined}
          autocomplete="off"
        />
      )}
    </p>
  );
}

function Choices({ parameter, id, choices }: { parameter: Parameter; id: string; choices: readonly string[] }) {
  return (
    <select id={id} name={parameter.name} data-in={parameter.in}>
      {!parameter.required && <option value="">not given</option>}
      {choices.map((choice) => (
        <option value={choice}>{choice}</option>
      ))}
    </select>
  );
}

function choicesOf({ enum: values, type }: Schema): string[] | null {
  if (type === "boolean") return ["true", "false"];
  return values ? values.map(String) : null;
}

/** What a browser checks and offers: a keypad for numbers, a calendar for dates. */
function attributesOf({ type, format, minimum, maximum, minLength, maxLength, default: given, examples }: Schema) {
  if (type === "integer" || type === "number") {
    const step = type === "integer" ? 1 : "any";
    const placeholder = given === undefined ? undefined : String(given);
    return { type: "number" as const, step, min: minimum, max: maximum, placeholder };
  }
  if (format === "date") return { type: "date" as const };
  const placeholder = examples?.[0] === undefined ? undefined : String(examples[0]);
  return { type: "text" as const, minLength, maxLength, placeholder };
}
