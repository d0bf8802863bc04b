/** @jsxImportSource preact */
/**
 * A form that calls an operation, for those who have scripts; an example to follow for those who have not.
 *
 * @module
 */

import type { PlacedOperation } from "./openapi.ts";
import { exampleOf, exampleUrl } from "./sample_call.ts";

/** A form for the path and query parameters of a GET operation. */
export function TryIt({ placed, baseUrl, anchor }: { placed: PlacedOperation; baseUrl: string; anchor: string }) {
  const { path, parameters } = placed;
  const fields = parameters.filter((parameter) => parameter.in === "path" || parameter.in === "query");
  const example = exampleUrl(baseUrl, path, parameters);
  const isComplete = !example.includes("{");
  return (
    <details class="try">
      <summary>Try it</summary>
      {isComplete && (
        <p class="no-script">
          <a href={example}>{example}</a>
        </p>
      )}
      <form data-try={path} data-base={baseUrl} hidden>
        <div class="filters">
          {fields.map((parameter) => (
            <p class="field">
              <label for={`${anchor}-${parameter.name}`}>{parameter.name}</label>
              <input
                type="text"
                id={`${anchor}-${parameter.name}`}
                name={parameter.name}
                data-in={parameter.in}
                required={parameter.required === true}
                value={parameter.required ? exampleOf(parameter) : undefined}
                placeholder={parameter.required ? undefined : exampleOf(parameter)}
                autocomplete="off"
              />
            </p>
          ))}
        </div>
        <p class="send">
          <button type="submit">Send</button>
        </p>
        <output />
      </form>
    </details>
  );
}
