/** @jsxImportSource preact */
/** Pages in place of the one that was asked for. */
import { ButtonLink } from "../components.tsx";
import type { ConsolePage } from "../page.ts";
import type { ConsoleWords } from "../words.ts";

/** What is said to a request that is not answered with what it asked for. */
export function closedPage(words: ConsoleWords, status: number): ConsolePage {
  const said = SAID[status] ?? "unread";
  return {
    title: words.say(`frame.closed.${said}`),
    section: null,
    body: (
      <>
        <p>{words.say(`frame.closed.${said}Advice`)}</p>
        <p>
          <ButtonLink href="/">{words.say("frame.home")}</ButtonLink>
        </p>
      </>
    ),
  };
}

const SAID: Readonly<Record<number, "missing" | "readers" | "large">> = {
  403: "readers",
  404: "missing",
  413: "large",
};

/** A form came after its session had ended. */
export function endedPage(words: ConsoleWords): ConsolePage {
  return {
    title: words.say("login.ended"),
    section: null,
    body: (
      <>
        <p>{words.say("login.endedAdvice")}</p>
        <p>
          <ButtonLink href="/login">{words.say("login.title")}</ButtonLink>
        </p>
      </>
    ),
  };
}
