/** @jsxImportSource preact */
/** The members of a schema as a table; nested schemas unfold, components are linked. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { InlineProse } from "./elements.tsx";
import { componentAnchor, componentName, type OpenApiDocument, type Schema } from "./openapi.ts";

const DEEPEST = 6;

/** A schema and the document that its references resolve in. */
interface SchemaProps {
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
            <SchemaDescription schema={member} />
            <Inside document={document} schema={member} depth={depth + 1} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The description of a schema and its bounds, such as lengths and ranges. */
export function SchemaDescription({ schema }: { schema: Schema }) {
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

/** "integer", "string or null", "array of Review". */
export function typeInWords(schema: Schema): string {
  const name = componentName(schema);
  if (name) return name;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeInWords))].join(" or ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  return (
    types
      .map((type) => (type === "array" && schema.items ? `array of ${typeInWords(schema.items)}` : type))
      .join(" or ") || "any"
  );
}

/** The bounds of a value: ["1 to 5", "default 20"]. */
export function boundsInWords(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, maxItems, format, pattern } = schema;
  return [
    ...(format ? [format] : []),
    ...(minimum !== undefined && maximum !== undefined ? [`${minimum} to ${maximum}`] : []),
    ...(minimum !== undefined && maximum === undefined ? [`at least ${minimum}`] : []),
    ...(minimum === undefined && maximum !== undefined ? [`at most ${maximum}`] : []),
    ...(minLength ? [`at least ${minLength} characters`] : []),
    ...(maxLength !== undefined ? [`at most ${maxLength} characters`] : []),
    ...(maxItems !== undefined ? [`at most ${maxItems} items`] : []),
    ...(pattern && !format ? [`matches ${pattern}`] : []),
    ...(schema.default !== undefined ? [`default ${JSON.stringify(schema.default)}`] : []),
  ];
}

/** The schema whose members are worth listing: the object itself, the items of an array, the one choice that has members. */
function schemaWithMembers(schema: Schema): Schema | null {
  if (schema.properties) return schema;
  if (schema.items) return schemaWithMembers(schema.items);
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  const withMembers = (choices ?? []).map(schemaWithMembers).filter((choice) => choice !== null);
  return withMembers[0] ?? null;
}
