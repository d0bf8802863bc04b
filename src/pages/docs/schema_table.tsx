/** @jsxImportSource preact */
/**
 * The members of a schema as a table; schemas inside unfold, components are linked.
 *
 * @module
 */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { componentName, type OpenApiDocument, type Schema } from "./openapi.ts";
import { componentAnchor } from "./parts.ts";
import { InlineProse } from "./prose.tsx";
import { boundsInWords, schemaWithMembers, typeInWords } from "./schema_words.ts";

const DEEPEST = 6;

/** A schema and the document that its references resolve in. */
export interface SchemaProps {
  readonly document: OpenApiDocument;
  readonly schema: Schema;
  /** How far inside other schemas this one stands. */
  readonly depth?: number;
}

/** Says which page describes a component: shapes are spread over several. */
export const ComponentPage = createContext<(name: string) => string>(() => "");

/** The members of an object, or of the objects in an array; renders nothing for other schemas. */
export function SchemaTable({ document, schema, depth = 0 }: SchemaProps) {
  const members = schemaWithMembers(schema);
  if (!members?.properties) return null;
  const required = members.required ?? [];
  return (
    <dl class="members">
      {Object.entries(members.properties).map(([name, member]) => (
        <div>
          <dt>
            <code>{name}</code> <TypeName schema={member} />
            {!required.includes(name) && <span class="optional">optional</span>}
          </dt>
          <dd>
            <Explanation schema={member} />
            <Inside document={document} schema={member} depth={depth + 1} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The description of a schema and its bounds, such as lengths and ranges. */
export function Explanation({ schema }: { schema: Schema }) {
  const bounds = boundsInWords(schema);
  if (!schema.description && bounds.length === 0) return null;
  return (
    <p>
      <InlineProse text={schema.description} />
      {bounds.length > 0 && (
        <span class="bounds">
          {schema.description && " · "}
          {bounds.join(", ")}
        </span>
      )}
    </p>
  );
}

/** The type of a schema; the name of a component leads to its shape. */
export function TypeName({ schema }: { schema: Schema }) {
  const pageOf = useContext(ComponentPage);
  const component = componentIn(schema);
  const words = typeInWords(schema);
  if (!component) return <span class="type">{words}</span>;
  return (
    <a class="type" href={`${pageOf(component)}#${componentAnchor(component)}`}>
      {words}
    </a>
  );
}

function Inside({ document, schema, depth }: Required<SchemaProps>) {
  if (depth > DEEPEST || componentIn(schema) || !schemaWithMembers(schema)) return null;
  return (
    <details>
      <summary>Members</summary>
      <SchemaTable document={document} schema={schema} depth={depth} />
    </details>
  );
}

/** The component a schema refers to, itself or by its items or choices. */
function componentIn(schema: Schema): string | null {
  const inside = [schema, schema.items, ...(schema.anyOf ?? schema.oneOf ?? [])];
  for (const candidate of inside) {
    const name = candidate && (componentName(candidate) ?? (candidate.items && componentName(candidate.items)));
    if (name) return name;
  }
  return null;
}
