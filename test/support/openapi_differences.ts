/**
 * What of an OpenAPI document a newer one takes back: everything that could break a client which was written or generated
 * for the older. Additions are no differences here: clients are promised that fields, parameters and paths may be added.
 */

type Json = Readonly<Record<string, unknown>>;
/** A client sends requests and reads responses. */
type Side = "sent" | "read";

interface Documents {
  readonly old: Json;
  readonly now: Json;
}

const METHODS = ["get", "post", "put", "delete", "patch"];

/** One sentence for each incompatible difference; empty when every client of `old` can go on with `now`. */
export function incompatibilities(old: Json, now: Json): string[] {
  const documents = { old, now };
  return entries(old.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => at(item, method) !== undefined).flatMap((method) => {
      const name = `${method.toUpperCase()} ${path}`;
      const kept = at(at(now.paths, path), method);
      if (kept === undefined) return [`${name} is gone`];
      return operationDifferences(documents, name, at(item, method), kept);
    }),
  );
}

function operationDifferences(documents: Documents, name: string, old: unknown, now: unknown): string[] {
  const ids = [at(old, "operationId"), at(now, "operationId")];
  return [
    ...(ids[0] === ids[1] ? [] : [`${name}: operationId was ${ids[0]}, is ${ids[1]}`]),
    ...parameterDifferences(documents, name, parametersOf(documents.old, old), parametersOf(documents.now, now)),
    ...responseDifferences(documents, name, at(old, "responses"), at(now, "responses")),
  ];
}

function parametersOf(document: Json, operation: unknown): Json[] {
  return list(at(operation, "parameters")).map((parameter) => resolved(document, parameter));
}

function parameterDifferences(documents: Documents, name: string, old: Json[], now: Json[]): string[] {
  const isSame = (a: Json, b: Json) => a.name === b.name && a.in === b.in;
  const changed = old.flatMap((parameter) => {
    const where = `${name}: parameter ${parameter.name}`;
    const kept = now.find((other) => isSame(other, parameter));
    if (kept === undefined) return [`${where} is gone`];
    const required = kept.required === true && parameter.required !== true ? [`${where} is required now`] : [];
    return [...required, ...schemaDifferences(documents, where, "sent", parameter.schema, kept.schema)];
  });
  const demanded = now.filter((parameter) => parameter.required && !old.some((other) => isSame(other, parameter)));
  return [...changed, ...demanded.map((parameter) => `${name}: parameter ${parameter.name} is new and required`)];
}

function responseDifferences(documents: Documents, name: string, old: unknown, now: unknown): string[] {
  return entries(old).flatMap(([status, response]) => {
    if (!status.startsWith("2")) return [];
    const found = at(now, status);
    if (found === undefined) return [`${name}: ${status} is gone`];
    const kept = resolved(documents.now, found);
    return entries(at(resolved(documents.old, response), "content")).flatMap(([type, media]) => {
      const other = at(at(kept, "content"), type);
      if (other === undefined) return [`${name}: ${status} is no longer to be had as ${type}`];
      return schemaDifferences(documents, `${name}: ${status}`, "read", at(media, "schema"), at(other, "schema"));
    });
  });
}

function schemaDifferences(documents: Documents, where: string, side: Side, old: unknown, now: unknown): string[] {
  const before = resolved(documents.old, old);
  const after = resolved(documents.now, now);
  return [
    ...typeDifferences(where, side, before, after),
    ...(side === "sent" ? narrowedBounds(where, before, after) : []),
    ...entries(before.properties).flatMap(([name, property]) => {
      const inside = `${where}, field ${name}`;
      const kept = at(after.properties, name);
      if (kept === undefined) return [`${inside} is gone`];
      const isRequired = (schema: Json) => (schema.required as string[] | undefined)?.includes(name) === true;
      const optional = side === "read" && isRequired(before) && !isRequired(after);
      return [
        ...(optional ? [`${inside} may be missing now`] : []),
        ...schemaDifferences(documents, inside, side, property, kept),
      ];
    }),
    ...(before.items === undefined
      ? []
      : schemaDifferences(documents, `${where}, each`, side, before.items, after.items)),
    ...choiceDifferences(documents, where, side, [before, after]),
  ];
}

/** A choice between null and something, which is how the document writes what may be null. */
function choiceDifferences(documents: Documents, where: string, side: Side, [old, now]: [Json, Json]): string[] {
  const choices = (schema: Json, document: Json) => list(schema.anyOf).map((choice) => resolved(document, choice));
  const before = choices(old, documents.old);
  const after = choices(now, documents.now);
  return before
    .filter(({ type }) => type === "object")
    .flatMap((object) => {
      const kept = after.find(({ type }) => type === "object");
      return kept === undefined ? [] : schemaDifferences(documents, where, side, object, kept);
    });
}

function typeDifferences(where: string, side: Side, old: Json, now: Json): string[] {
  const before = typesOf(old);
  const after = typesOf(now);
  // What is sent may be of more types than before, what is read of fewer.
  const unknown =
    side === "sent" ? before.filter((type) => !after.includes(type)) : after.filter((type) => !before.includes(type));
  const differs = before.length > 0 && after.length > 0 && unknown.length > 0;
  const types = differs ? [`${where} was ${before.join(" or ")}, is ${after.join(" or ")}`] : [];
  const words = old.enum as unknown[] | undefined;
  const others = now.enum as unknown[] | undefined;
  if (words === undefined || others === undefined) return types;
  const missing = side === "sent" ? words.filter((word) => !others.includes(word)) : [];
  return [...types, ...missing.map((word) => `${where} no longer takes ${word}`)];
}

function typesOf(schema: Json): string[] {
  const own = schema.type === undefined ? [] : [schema.type].flat();
  const choices = [schema.anyOf, schema.oneOf].flatMap(list).flatMap(({ type }) => (type === undefined ? [] : [type]));
  const constant = schema.const === undefined || own.length > 0 ? [] : [typeof schema.const];
  const types = [...own, ...choices, ...constant].flat().map(String);
  return types.includes("number") ? [...types, "integer"] : types;
}

function narrowedBounds(where: string, old: Json, now: Json): string[] {
  const is = (name: string, isNarrower: (before: number, after: number) => boolean) => {
    const [before, after] = [old[name], now[name]] as [number | undefined, number | undefined];
    const narrower = after !== undefined && (before === undefined || isNarrower(before, after));
    return narrower ? [`${where}: ${name} was ${before ?? "not given"}, is ${after}`] : [];
  };
  const pattern = now.pattern !== undefined && now.pattern !== old.pattern ? [`${where}: pattern has changed`] : [];
  return [
    ...["maximum", "maxLength", "maxItems"].flatMap((name) => is(name, (before, after) => after < before)),
    ...["minimum", "minLength", "minItems"].flatMap((name) => is(name, (before, after) => after > before)),
    ...pattern,
  ];
}

function resolved(document: Json, schema: unknown): Json {
  const reference = at(schema, "$ref");
  if (typeof reference !== "string") return (schema ?? {}) as Json;
  const path = reference.replace("#/", "").split("/");
  return resolved(
    document,
    path.reduce<unknown>((part, name) => at(part, name), document),
  );
}

function at(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Json)[name] : undefined;
}

function entries(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? value : [];
}
