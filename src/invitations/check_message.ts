/**
 * Checks a finished message, as its receiver will parse it: what is fixed must stand in both of its forms, whatever a greeting
 * or a library has made of it.
 *
 * @module
 */
import { SEAL_HEADER } from "../transparency_log/mod.ts";
import type { Message } from "./message.ts";

/** How a message is addressed. */
interface Addressing {
  /** Bare addresses. */
  readonly from: string;
  readonly to: string;
  readonly messageId: string;
}

/** What is missing from the bytes of a message, or too much in them; empty when it may be sent. */
export async function faultsOf(mime: Uint8Array, message: Message, addressing: Addressing): Promise<string[]> {
  const { default: PostalMime } = await import("postal-mime");
  const parsed = await PostalMime.parse(mime);
  const header = (name: string) => parsed.headers.filter(({ key }) => key === name).map(({ value }) => value);
  const html = parsed.html ?? "";
  // What a sentence names, such as the site, is no link of its own.
  const known = new Set([...message.urls, ...message.sentences.flatMap(urlsIn)]);
  const faults: string[] = [];
  const expect = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };
  expect(parsed.from?.address === addressing.from, "the sender");
  expect(parsed.to?.length === 1 && parsed.to[0]?.address === addressing.to, "the recipient");
  expect(header("cc").length + header("bcc").length === 0, "a copy to somebody else");
  expect(parsed.messageId === addressing.messageId, "the Message-ID");
  expect(parsed.subject === message.subject, "the subject");
  expect(header("list-unsubscribe").join() === `<${message.unsubscribeUrl}>`, "List-Unsubscribe");
  expect(header("list-unsubscribe-post").join() === "List-Unsubscribe=One-Click", "List-Unsubscribe-Post");
  const seals = header(SEAL_HEADER.toLowerCase());
  expect(seals.length === (message.seal === null ? 0 : 1), "the seal");
  expect(message.seal === null || sameProof(seals[0], message.seal), "the seal in its header");
  expect(parsed.attachments.length === 0, "an attachment");
  expect(
    !/<(?:img|script|style|link|iframe|object|embed|form|video|audio|svg)\b|<[^>]*(?:\bsrc\s*=|url\(|@import)/i.test(
      html,
    ),
    "what is fetched",
  );
  for (const [form, text, urls] of [
    ["text", parsed.text ?? "", urlsIn(parsed.text ?? "")],
    ["HTML", plainOf(html), hrefsIn(html)],
  ] as const) {
    const said = squeezed(text);
    for (const sentence of message.sentences)
      expect(said.includes(squeezed(sentence)), `in the ${form}: ${sentence.slice(0, 40)}`);
    for (const url of message.urls) expect(urls.includes(url), `a link in the ${form}`);
    expect(
      urls.every((url) => known.has(url)),
      `a link in the ${form} that is not ours`,
    );
  }
  return faults;
}

function sameProof(header = "", seal: string): boolean {
  return header.replace(/\s/g, "") === seal.replace(/\s/g, "");
}

function urlsIn(text: string): string[] {
  // The site is also named within sentences, where a full stop or a comma may follow.
  return [...text.matchAll(/\bhttps?:\/\/[^\s<>"]+/gi)].map(([url]) => url.replace(/[.,;)]+$/, ""));
}

function hrefsIn(html: string): string[] {
  return [...html.matchAll(/\bhref\s*=\s*"([^"]*)"/gi)].map(([, url = ""]) => unescaped(url));
}

function plainOf(html: string): string {
  return unescaped(html.replace(/<[^>]*>/g, " "));
}

const CHARACTERS: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };

function unescaped(text: string): string {
  return text.replace(/&(?:lt|gt|quot|amp);/g, (entity) => CHARACTERS[entity] ?? entity);
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
