/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";
import type { ConsoleWords } from "../../languages/mod.ts";
import { hasAccessTo } from "../../owner/people.ts";
import type { BusinessSummary } from "../../owner/statistics.ts";
import { foldLetters } from "../../review/mod.ts";
import { Badge, Empty, Field, Pager, pageIn, Select, Table } from "../components.tsx";
import type { ConsoleContext, ConsolePage, OverviewRow } from "../page.ts";

interface OverviewParts {
  /** Whether a row leads to where its business is moved, renamed and removed. */
  readonly mayChange: boolean;
  readonly below: ComponentChildren;
}

const PAGE_SIZE = 50;

/** Null where there is one business alone. */
export async function overviewPage(
  { services, words, person, query }: ConsoleContext,
  { mayChange, below }: OverviewParts,
): Promise<ConsolePage | null> {
  if (services.scope === null) return null;
  const all = await services.scope.overview((identity) => hasAccessTo(person, identity));
  const find = query.get("find")?.trim() ?? "";
  const sort = SORTS.find((each) => each === query.get("sort")) ?? "name";
  const found = all.filter((row) => isFound(row, find)).sort(orderOf(sort, words));
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = Math.min(pageIn(query), pages);
  const href = (to: number) => `/?${new URLSearchParams({ find, sort, page: String(to) })}`;
  const title = words.say("frame.businesses");
  const columns = ["profile.name", "businesses.rating", "businesses.new", "businesses.waiting"] as const;
  const body = (
    <>
      {all.length > 1 && <SearchForm words={words} find={find} sort={sort} />}
      {all.length === 0 ? (
        <Empty
          title={words.say("businesses.none")}
          {...(!mayChange && { advice: words.say("businesses.noneAdvice") })}
        />
      ) : (
        <Table
          caption={title}
          columns={columns.map((key) => words.say(key))}
          rows={found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((row) => cellsOf(row, words, mayChange))}
          empty={<Empty title={words.say("businesses.noMatch")} />}
        />
      )}
      <Pager words={words} page={page} pages={pages} href={href} />
      {below}
    </>
  );
  return { title, section: "inbox", body };
}

const SORTS = ["name", "waiting", "new", "rating"] as const;
type Sort = (typeof SORTS)[number];

function SearchForm({ words, find, sort }: { words: ConsoleWords; find: string; sort: Sort }) {
  const options = SORTS.map(
    (each) => [each, words.say(each === "name" ? "profile.name" : `businesses.${each}`)] as const,
  );
  return (
    <form class="find" method="get" action="/">
      <Field name="find" type="search" label={words.say("businesses.find")} value={find} />
      <Select name="sort" label={words.say("businesses.sort")} value={sort} options={options} />
      <button type="submit">{words.say("reviews.find")}</button>
    </form>
  );
}

function isFound({ id, baseUrl, figures }: OverviewRow, find: string): boolean {
  return foldLetters(`${figures?.name ?? ""} ${id} ${baseUrl}`).includes(foldLetters(find));
}

/** What needs somebody first, then by name; businesses without figures last. */
function orderOf(sort: Sort, { locale }: ConsoleWords): (one: OverviewRow, other: OverviewRow) => number {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const byName = (one: OverviewRow, other: OverviewRow) => compare(nameOf(one), nameOf(other));
  if (sort === "name") return byName;
  const place = ({ figures }: OverviewRow) => (figures === null ? Number.POSITIVE_INFINITY : PLACES[sort](figures));
  return (one, other) => {
    const first = place(one);
    const second = place(other);
    return first === second ? byName(one, other) : first - second;
  };
}

const PLACES: Readonly<Record<Exclude<Sort, "name">, (figures: BusinessSummary) => number>> = {
  waiting: ({ waiting }) => -waiting,
  new: ({ newCount }) => -newCount,
  rating: ({ rating }) => rating ?? 6,
};

function nameOf({ id, figures }: OverviewRow): string {
  return figures?.name ?? id;
}

function cellsOf(row: OverviewRow, words: ConsoleWords, mayChange: boolean) {
  const { id, baseUrl, figures } = row;
  const name = (
    <>
      <a href={`/b/${id}/`}>
        <bdi>{nameOf(row)}</bdi>
      </a>{" "}
      {figures?.reviewCount === 0 && <Badge tone="waiting">{words.say("businesses.draft")}</Badge>}
      <p class="quiet">{baseUrl.replace(/^https?:\/\//, "")}</p>
      <p class="row-acts">
        <a href={`/b/${id}/report`}>{words.say("frame.nav.report")}</a>
        {mayChange && <a href={`/businesses/${id}`}>{words.say("businesses.change")}</a>}
      </p>
    </>
  );
  if (figures === null) return [name, words.say("businesses.unreadable"), "", ""];
  const { rating, reviewCount, newCount, waiting } = figures;
  const shown = rating === null ? "–" : words.say("businesses.rated", { rating, count: reviewCount });
  return [name, shown, String(newCount), String(waiting)];
}
