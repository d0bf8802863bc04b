/** What texts in cells are: sentences or not, and with the marks of the page that a tool took them from. */
import { Parser } from "htmlparser2";
import type { Cell } from "../tables/table.ts";

/** Sentences, mostly different ones. */
export function isProse(values: readonly Cell[]): boolean {
  const texts = values.filter((value): value is string => typeof value === "string");
  if (texts.length === 0 || texts.length < values.length) return false;
  const sentences = texts.filter((text) => text.trim().split(/\s+/).length >= 4 && !/^https?:\/\//.test(text));
  const isVaried = new Set(texts).size * 2 > texts.length;
  return (
    isVaried && (sentences.length * 10 >= texts.length * 3 || texts.some((text) => text.length > 80 && / /.test(text)))
  );
}

/** Prose that is no list of addresses, titles or links: most words begin with no capital, and few hold digits. */
export function isSpeech(values: readonly Cell[]): boolean {
  if (!isProse(values)) return false;
  const words = values.flatMap((value) => String(value).split(/\s+/)).slice(0, 2000);
  const plain = words.filter((word) => /^["'(¿¡«„“]*[\p{Ll}\p{Lo}]/u.test(word) && !word.includes("://"));
  return plain.length * 2 > words.length;
}

/** What breaks lines, and what only says how words look; anything else between angle brackets is the customer's. */
const BREAK = /[ \t]*<(?:br|\/p|\/div|\/li)(?:\s[^<>]*)?\/?>[ \t]*\n?/gi;
const LOOK = /<\/?(?:p|div|li|ul|ol|span|b|i|u|em|strong|small|font|a)(?:\s[^<>]*)?>/gi;
const CHARACTER = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,31}\d{0,2});/gi;

/** The text without such marks: `It&#39;s fixed.<br>Thanks` in two lines. */
export function withoutMarks(text: string): string {
  if (!/[<&]/.test(text)) return text;
  return text.replace(BREAK, "\n").replace(LOOK, "").replace(CHARACTER, characterOf).trim();
}

function characterOf(reference: string): string {
  let text = "";
  const parser = new Parser({ ontext: (piece) => (text += piece) }, { decodeEntities: true });
  parser.end(reference);
  return text;
}
