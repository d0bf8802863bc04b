/** @jsxImportSource preact */
import { reviewPath } from "../../http/paths.ts";
import type { ConsoleWords } from "../../languages/mod.ts";
import { type ChangeLogLine, readLog, type Store } from "../../store/mod.ts";
import { describeActivity } from "../activity.ts";
import { ButtonLink, Empty, Moment, Table } from "../components.tsx";
import type { ConsoleContext, ConsoleModule, ConsolePage } from "../page.ts";

export const activityModule: ConsoleModule = { pages: [{ path: "/activity", show: activityPage }], acts: [] };

const LINES = 50;
const MAX_LINES = 5000;

async function activityPage({ store, words, query }: ConsoleContext): Promise<ConsolePage> {
  const reviewId = query.get("review") ?? undefined;
  const limit = limitOf(query.get("lines"));
  const lines = await readLog(store, { reviewId, limit: limit + 1 });
  const shown = lines.slice(0, limit);
  const authors = await authorsOf(store, shown);
  const more = new URLSearchParams({
    ...(reviewId === undefined ? {} : { review: reviewId }),
    lines: String(limit * 2),
  });
  const body = (
    <>
      {reviewId !== undefined && (
        <p>
          {words.say("activity.ofReview", { id: reviewId })} <a href="/activity">{words.say("reviews.clear")}</a>
        </p>
      )}
      <Table
        caption={words.say("frame.nav.activity")}
        columns={[words.say("import.what"), words.say("activity.who"), words.say("import.when")]}
        rows={shown.map((line) => [
          <What line={line} author={authors.get(line.reviewId ?? "")} words={words} />,
          line.by ?? words.say("activity.server"),
          <Moment at={line.at} words={words} />,
        ])}
        empty={<Empty title={words.say("activity.none")} advice={words.say("activity.noneAdvice")} />}
      />
      {lines.length > limit && limit < MAX_LINES && (
        <ButtonLink href={`/activity?${more}`} quiet>
          {words.say("activity.more")}
        </ButtonLink>
      )}
    </>
  );
  return { title: words.say("frame.nav.activity"), section: "activity", body };
}

async function authorsOf(store: Store, lines: readonly ChangeLogLine[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(lines.flatMap(({ reviewId }) => reviewId ?? []))];
  const wanted = { withoutMentions: false, withoutLanguage: false };
  const reviews = await store.reviews.read((reads) => reads.reviewsById(ids, wanted));
  return new Map(reviews.map(({ id, authorName }) => [id, authorName]));
}

function limitOf(given: string | null): number {
  const lines = Number(given ?? LINES);
  return Number.isInteger(lines) && lines >= 1 ? Math.min(lines, MAX_LINES) : LINES;
}

function What({ line, author, words }: { line: ChangeLogLine; author: string | undefined; words: ConsoleWords }) {
  const { reviewId } = line;
  return (
    <>
      {describeActivity(words, line)}
      {reviewId !== null && (
        <>
          {" "}
          <a href={reviewPath(reviewId)}>
            <bdi>{author ?? words.say("activity.review", { id: reviewId })}</bdi>
          </a>
        </>
      )}
    </>
  );
}
