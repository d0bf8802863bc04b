/**
 * The microdata of an HTML page as the JSON-LD that would say the same.
 *
 * Spec: https://html.spec.whatwg.org/multipage/microdata.html. Left out: `itemref`, and values of media elements other
 * than their address.
 *
 * @module
 */
import { Parser } from "htmlparser2";

type Node = { "@type"?: string; "@id"?: string } & Record<string, unknown>;

interface Open {
  readonly tag: string;
  /** The item that begins with this element. */
  readonly item: Node | null;
  /** The property whose text is being read, with the item it belongs to. */
  readonly property: { readonly owner: Node; readonly names: readonly string[] } | null;
  text: string;
}

/** Every item of a page that is part of no other. */
export function microdataOf(html: string): Node[] {
  const roots: Node[] = [];
  const stack: Open[] = [];
  const ownerOf = () => stack.findLast(({ item }) => item !== null)?.item ?? null;
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        const owner = ownerOf();
        const names = (attributes.itemprop ?? "").split(/\s+/).filter((name) => name !== "");
        const item: Node | null = attributes.itemscope === undefined ? null : newItem(attributes);
        if (item !== null && owner !== null && names.length > 0) for (const name of names) add(owner, name, item);
        else if (item !== null) roots.push(item);
        const value = item === null && names.length > 0 && owner !== null ? valueFrom(tag, attributes) : null;
        if (value !== null && owner !== null) for (const name of names) add(owner, name, value);
        const isText = item === null && names.length > 0 && owner !== null && value === null;
        stack.push({ tag, item, property: isText && owner !== null ? { owner, names } : null, text: "" });
      },
      ontext: (text) => {
        for (const open of stack) if (open.property !== null) open.text += text;
      },
      onclosetag: () => {
        const open = stack.pop();
        if (open === undefined) return;
        if (/^(?:br|p|div|li)$/.test(open.tag))
          for (const outer of stack) if (outer.property !== null) outer.text += "\n";
        if (open.property === null) return;
        const text = open.text
          .replace(/[ \t]+/g, " ")
          .replace(/ ?\n\s*/g, "\n")
          .trim();
        for (const name of open.property.names) add(open.property.owner, name, text);
      },
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  return roots;
}

type Attributes = Readonly<Record<string, string | undefined>>;

function newItem({ itemtype, itemid }: Attributes): Node {
  const type = itemtype
    ?.trim()
    .split(/\s+/)[0]
    ?.replace(/^.*[/#]/, "");
  return { ...(type === undefined ? {} : { "@type": type }), ...(itemid === undefined ? {} : { "@id": itemid }) };
}

/** What an element's attributes say in place of its text. */
function valueFrom(tag: string, { content, datetime, href, src, value }: Attributes): string | null {
  if (content !== undefined) return content;
  if (tag === "time") return datetime ?? null;
  if (tag === "a" || tag === "link" || tag === "area") return href ?? null;
  if (tag === "img" || tag === "iframe" || tag === "source") return src ?? "";
  return tag === "data" || tag === "meter" ? (value ?? null) : null;
}

function add(owner: Node, name: string, value: unknown): void {
  const before = owner[name];
  if (before === undefined) owner[name] = value;
  else owner[name] = Array.isArray(before) ? [...before, value] : [before, value];
}
