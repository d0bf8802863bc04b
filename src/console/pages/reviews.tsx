/** @jsxImportSource preact */

import type { ConsoleWords } from "../../languages/mod.ts";
import { isCalendarDate, recogniseSource, WITHHOLDING_REASONS } from "../../review/mod.ts";
import { type ListFilter, listReviews } from "../../store/mod.ts";
import { describeReason, describeRemoval } from "../activity.ts";
import { BackLink, ButtonLink, Empty, Field, Moment, Pager, pageIn, Select } from "../components.tsx";
import type { ConsoleContext, ConsoleModule, ConsolePage } from "../page.ts";
import { keptReviewPage, reviewActs } from "./review.tsx";

import { pathOfReview, ReviewItems } from "./review_views.tsx";

export const reviewsModule: ConsoleModule = {
  pages: [
    { path: "/reviews", show: listPage },
    { path: "/reviews/removed", show: removedPage },
    { path: "/reviews/:id", show: keptReviewPage },
  ],
  acts: reviewActs,
};

const PAGE_REVIEWS = 25;

async function listPage({ store, words, query }: ConsoleContext): Promise<ConsolePage> {
  const page = pageIn(query);
  const filter = filterOf(query);
  const { total, reviews } = await listReviews(store, {
    ...filter,
    limit: PAGE_REVIEWS,
    skip: (page - 1) * PAGE_REVIEWS,
  });
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const href = (to: number) => `/reviews?${new URLSearchParams([...asked(query), ["page", String(to)]])}`;
  const body = (
    <>
      {filterForm(query, words, isFiltered)}
      {total === 0 ? (
        isFiltered ? (
          <Empty title={words.say("reviews.noMatch")} advice={words.say("reviews.noMatchAdvice")}>
            <ButtonLink href="/reviews" quiet>
              {words.say("reviews.clear")}
            </ButtonLink>
          </Empty>
        ) : (
          <Empty title={words.say("reviews.none")} advice={words.say("reviews.noneAdvice")}>
            <ButtonLink href="/import">{words.say("import.title")}</ButtonLink>
          </Empty>
        )
      ) : (
        <p class="quiet">{words.say("reviews.found", { count: total })}</p>
      )}
      <ReviewItems reviews={reviews} words={words} />
      <Pager words={words} page={page} pages={Math.ceil(total / PAGE_REVIEWS)} href={href} />
      <p>
        <a href="/reviews/removed">{words.say("reviews.removed")}</a>
      </p>
    </>
  );
  return { title: words.say("frame.nav.reviews"), section: "reviews", body };
}

function asked(query: URLSearchParams): [string, string][] {
  return [...query].filter(([name, value]) => name !== "page" && value !== "");
}

function filterOf(query: URLSearchParams): Omit<ListFilter, "limit"> {
  const text = (name: string) => query.get(name)?.trim() || undefined;
  const date = (name: string) => [text(name) ?? ""].find(isCalendarDate);
  const status = text("status");
  const source = text("source");
  const answered = text("answered");
  return {
    status: status === "published" || status === "withheld" ? status : undefined,
    withheld: WITHHOLDING_REASONS.find((reason) => reason === text("withheld")),
    rating: numberIn(query.get("rating"), 1, 5),
    maxRating: numberIn(query.get("max_rating"), 1, 5),
    isAnswered: answered === "yes" ? true : answered === "no" ? false : undefined,
    isGone: text("gone") === "yes" ? true : undefined,
    source: source === undefined ? undefined : recogniseSource(source),
    since: date("since"),
    until: date("until"),
    author: text("author"),
    text: text("text"),
  };
}

function numberIn(given: string | null, min: number, max: number): number | undefined {
  const number = /^\d{1,7}$/.test(given ?? "") ? Number(given) : 0;
  return number >= min && number <= max ? number : undefined;
}

function filterForm(query: URLSearchParams, words: ConsoleWords, isOpen: boolean) {
  const value = (name: string) => query.get(name) ?? "";
  const choice = (name: string, label: string, options: readonly (readonly [string, string])[]) => (
    <Select name={name} label={label} value={value(name)} options={[["", words.say("reviews.any")], ...options]} />
  );
  const stars = ["1", "2", "3", "4", "5"].map((each) => [each, each] as const);
  return (
    <details class="part review-filters" open={isOpen}>
      <summary>{words.say("reviews.filters")}</summary>
      <form class="form" method="get" action="/reviews">
        <Field name="text" type="search" label={words.say("reviews.text")} value={value("text")} />
        <Field name="author" type="search" label={words.say("reviews.author")} value={value("author")} />
        {choice("status", words.say("reviews.status"), [
          ["published", words.say("reviews.published")],
          ["withheld", words.say("reviews.withheld")],
        ])}
        {choice(
          "withheld",
          words.say("reviews.reason"),
          WITHHOLDING_REASONS.map((reason) => [reason, describeReason(words, reason)] as const),
        )}
        {choice("answered", words.say("reviews.answered"), [
          ["no", words.say("reviews.answered.no")],
          ["yes", words.shared.say("chips.withReply")],
        ])}
        {choice("gone", words.say("reviews.gone"), [["yes", words.say("reviews.gone.yes")]])}
        {choice("rating", words.say("reviews.rating"), stars)}
        {choice("max_rating", words.say("reviews.maxRating"), stars)}
        <Field
          name="source"
          label={words.say("reviews.source")}
          hint={words.say("reviews.sourceHint")}
          value={value("source")}
        />
        <Field name="since" type="date" label={words.shared.say("search.from")} value={value("since")} />
        <Field name="until" type="date" label={words.shared.say("search.to")} value={value("until")} />
        <p class="actions">
          <button type="submit">{words.say("reviews.find")}</button>
          <a class="button quiet-button" href="/reviews">
            {words.say("reviews.clear")}
          </a>
        </p>
      </form>
    </details>
  );
}

async function removedPage({ store, words }: ConsoleContext): Promise<ConsolePage> {
  const removals = await store.reviews.read((reads) => reads.removals());
  const latest = [...removals].sort((one, other) => other.removedAt - one.removedAt).slice(0, MAX_REMOVED);
  const body = (
    <>
      <BackLink href="/reviews">{words.say("frame.nav.reviews")}</BackLink>
      {latest.length === 0 ? (
        <Empty title={words.say("reviews.removedNone")} advice={words.say("reviews.removedAdvice")} />
      ) : (
        <p>{words.say("reviews.removedAdvice")}</p>
      )}
      <ul class="deeds">
        {latest.map(({ id, removedAt, reason }) => (
          <li>
            <Moment at={removedAt} words={words} /> <a href={pathOfReview(id)}>{id}</a>{" "}
            <span class="quiet">{describeRemoval(words, reason)}</span>
          </li>
        ))}
      </ul>
    </>
  );
  return { title: words.say("reviews.removed"), section: "reviews", body };
}

const MAX_REMOVED = 500;
