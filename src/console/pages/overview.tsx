/** @jsxImportSource preact */
/** The businesses that somebody was let into, as they stand, with a way into each. */

import type { ConsoleWords } from "../../languages/mod.ts";
import { mayEnter } from "../../owner/people.ts";
import { Empty, Pager, pageIn, Table } from "../components.tsx";
import type { ConsoleContext, ConsoleModule, ConsolePage, OverviewRow } from "../page.ts";

export const overviewModule: ConsoleModule = { pages: [{ path: "/", show: overviewPage }], acts: [] };

async function overviewPage({ means, words, person, query }: ConsoleContext): Promise<ConsolePage | null> {
  if (means.scope === null) return null;
  const page = pageIn(query);
  const { total, pageSize, businesses } = await means.scope.overview((identity) => mayEnter(person, identity), page);
  const title = words.say("frame.businesses");
  if (total === 0) {
    const body = <Empty title={words.say("businesses.none")} advice={words.say("businesses.noneAdvice")} />;
    return { title, section: "inbox", body };
  }
  const columns = ["profile.name", "businesses.rating", "businesses.new", "businesses.waiting"] as const;
  const body = (
    <>
      <Table
        caption={title}
        columns={columns.map((key) => words.say(key))}
        rows={businesses.map((row) => cellsOf(row, words))}
      />
      <Pager words={words} page={page} pages={Math.ceil(total / pageSize)} href={(to) => `/?page=${to}`} />
    </>
  );
  return { title, section: "inbox", body };
}

function cellsOf({ id, figures }: OverviewRow, words: ConsoleWords) {
  const link = (
    <a href={`/b/${id}/`}>
      <bdi>{figures?.name ?? id}</bdi>
    </a>
  );
  if (figures === null) return [link, words.say("businesses.unreadable"), "", ""];
  const { rating, reviewCount, newCount, waiting } = figures;
  const shown = rating === null ? "–" : words.say("businesses.rated", { rating, count: reviewCount });
  return [link, shown, String(newCount), String(waiting)];
}
