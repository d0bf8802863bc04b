/** @jsxImportSource preact */
/**
 * A form that calls an operation: it opens the answer, or shows it in the page for those who have scripts.
 *
 * @module
 */
import type { PlacedOperation } from "./openapi.ts";
import { ParameterField } from "./parameter_field.tsx";
import { operationAnchor } from "./parts.ts";

/** A form for the path and query parameters of a GET operation. Its page leads on to the address: `askedAddress()`. */
export function TryIt({ placed, baseUrl }: { placed: PlacedOperation; baseUrl: string }) {
  const { path, parameters } = placed;
  const anchor = operationAnchor(placed);
  const fields = parameters.filter((parameter) => parameter.in === "path" || parameter.in === "query");
  return (
    <details class="try">
      <summary>Try it</summary>
      <form method="get" data-try={path} data-base={baseUrl}>
        <input type="hidden" name="operation" value={anchor} />
        <div class="filters">
          {fields.map((parameter) => (
            <ParameterField parameter={parameter} anchor={anchor} />
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
