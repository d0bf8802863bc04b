/** @jsxImportSource preact */
import { renderToString } from "preact-render-to-string";
import type { ConsoleWords } from "../languages/mod.ts";
import { assetPath } from "./assets.ts";
import { ButtonLink, Notice, Outside } from "./components.tsx";
import {
  type ConsolePage,
  type ConsoleScope,
  type ConsoleSection,
  NAVIGATION,
  type NoticeKey,
  type Person,
} from "./page.ts";

export interface Frame {
  readonly words: ConsoleWords;
  readonly person: Person | null;
  readonly businessName: string | null;
  readonly baseUrl: string;
  readonly consoleUrl: string;
  readonly scope: ConsoleScope | null;
  readonly notice: NoticeKey | null;
  readonly hasSection: (section: ConsoleSection) => boolean;
  /** The number of reviews and objections that need an answer; shown next to the inbox. */
  readonly waiting: number;
}

export function sectionPath(section: ConsoleSection): string {
  if (section === "photos") return "/profile/photos";
  return section === "inbox" ? "/" : `/${section}`;
}

export function renderFrame(page: ConsolePage, frame: Frame): string {
  return withPrefix(
    frame.scope?.prefix ?? "",
    `<!doctype html>${renderToString(<Document page={page} frame={frame} />)}`,
  );
}

/** Adds a prefix to every path of a page, which does not know it. Quotes in texts are escaped, so only attributes match. */
function withPrefix(prefix: string, html: string): string {
  return prefix === "" ? html : html.replace(/(?<= (?:href|src|action|formaction)=")(?=\/(?!\/))/g, prefix);
}

function Document({ page, frame }: { readonly page: ConsolePage; readonly frame: Frame }) {
  const { words, person, businessName, notice } = frame;
  const name = businessName ?? words.say("frame.title");
  return (
    <html lang={words.language} dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${page.title} · ${name}`}</title>
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href={assetPath("icon")} type="image/svg+xml" />
        <link rel="stylesheet" href={assetPath("page")} />
        <link rel="stylesheet" href={assetPath("console")} />
        {page.script && <script type="module" src={assetPath(page.script)} />}
        {page.refreshSeconds !== undefined && (
          <noscript>
            <meta http-equiv="refresh" content={String(page.refreshSeconds)} />
          </noscript>
        )}
      </head>
      <body
        class={person === null ? "console alone" : "console"}
        data-copy-word={words.shared.say("copy.copy")}
        data-copied-word={words.shared.say("copy.copied")}
      >
        <a class="skip" href="#main">
          {words.shared.say("frame.skip")}
        </a>
        <header class="console-bar">
          <a class="console-name" href="/">
            {name}
          </a>
          {person && <Around frame={frame} person={person} section={page.section} />}
        </header>
        <main id="main" tabIndex={-1}>
          {notice && <Notice tone="good">{words.say(notice)}</Notice>}
          <h1>{page.title}</h1>
          {page.body}
        </main>
      </body>
    </html>
  );
}

function Around({ frame, person, section }: { frame: Frame; person: Person; section: ConsoleSection | null }) {
  const { words, baseUrl, consoleUrl, scope } = frame;
  const isOverAll = scope?.business === null;
  return (
    <details class="around">
      <summary>{words.say("frame.menu")}</summary>
      <div>
        <nav aria-label={words.say("frame.menu")}>
          <ul>
            {scope !== null && (
              <li>
                <a href={`${consoleUrl}/`} aria-current={isOverAll && section === "inbox" ? "page" : undefined}>
                  {words.say("frame.businesses")}
                </a>
              </li>
            )}
            {NAVIGATION.map((group) => (
              <NavigationGroup {...group} frame={frame} current={section} />
            ))}
          </ul>
        </nav>
        <ul class="mine">
          {!isOverAll && (
            <li>
              <Outside href={baseUrl}>{words.say("frame.site")}</Outside>
            </li>
          )}
          <li>
            <a href="/account">{person.name}</a>
          </li>
          <li>
            <form method="post" action="/logout">
              <button type="submit" class="plain">
                {words.say("frame.logout")}
              </button>
            </form>
          </li>
        </ul>
      </div>
    </details>
  );
}

interface NavigationGroupProps {
  readonly group: "customers" | "page" | "more" | null;
  readonly sections: readonly ConsoleSection[];
  readonly frame: Frame;
  readonly current: ConsoleSection | null;
}

/** The last group is folded unless the page is in it, since it is needed less often. */
function NavigationGroup({ group, sections, frame, current }: NavigationGroupProps) {
  const { words, hasSection, waiting, scope } = frame;
  const links = sections.filter(hasSection).map((each) => (
    <li>
      <a href={sectionPath(each)} aria-current={each === current ? "page" : undefined}>
        {words.say(`frame.nav.${each}`)}
        {each === "inbox" && waiting > 0 && <span class="count">{words.number(waiting)}</span>}
      </a>
    </li>
  ));
  if (links.length === 0) return null;
  // The few pages over all of many businesses need no groups.
  if (group === null || scope?.business === null) return <>{links}</>;
  const list = <ul>{links}</ul>;
  const name = words.say(`frame.group.${group}`);
  if (group !== "more") {
    return (
      <li>
        <span class="group">{name}</span>
        {list}
      </li>
    );
  }
  return (
    <li>
      <details open={current !== null && sections.includes(current)}>
        <summary class="group">{name}</summary>
        {list}
      </details>
    </li>
  );
}

export function closedPage(words: ConsoleWords, status: number): ConsolePage {
  const reason = CLOSED_REASONS[status] ?? "unread";
  return {
    title: words.say(`frame.closed.${reason}`),
    section: null,
    body: (
      <>
        <p>{words.say(`frame.closed.${reason}Advice`)}</p>
        <p>
          <ButtonLink href="/">{words.say("frame.home")}</ButtonLink>
        </p>
      </>
    ),
  };
}

const CLOSED_REASONS: Readonly<Record<number, "missing" | "readers" | "large">> = {
  403: "readers",
  404: "missing",
  413: "large",
};

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
