/** @jsxImportSource preact */
/** What is left of reviews that were removed: the day, the reason, and a way back with the next import. */
import { readLog, readRemoval } from "../../store/mod.ts";
import { BackLink, Empty, Facts, Form, Moment } from "../components.tsx";
import type { ConsoleContext, ConsolePage } from "../page.ts";
import { pathOfReview, ReviewHistory, removalInWords } from "./review_views.tsx";

/** What is left of a review that was removed; null for one that never was. */
export async function gonePage(context: ConsoleContext): Promise<ConsolePage | null> {
  const { store, words, person } = context;
  const id = context.parameters.id ?? "";
  const removal = await readRemoval(store, id);
  if (removal === undefined) return null;
  const isAnswer = (await store.jobs.read((reads) => reads.byReview(id))) !== undefined;
  const date = words.date(new Date(removal.removedAt).toISOString().slice(0, 10));
  const body = (
    <>
      <BackLink href="/reviews/removed">{words.say("reviews.removed")}</BackLink>
      <p>{words.say("review.goneLead", { date })}</p>
      <Facts rows={[[words.say("review.reason"), removalInWords(words, removal.reason)]]} />
      {isAnswer && <p>{words.say("review.restoreAuthors")}</p>}
      {person.role === "owner" && removal.suppressed && !isAnswer && (
        <Form action={`${pathOfReview(id)}/restore`} submit={words.say("review.restore")} />
      )}
      <ReviewHistory words={words} lines={await readLog(store, { reviewId: id, limit: 50 })} />
    </>
  );
  return { title: words.say("review.gone"), section: "reviews", body };
}

/** Ids of what was removed, the latest first. */
export async function removedPage({ store, words }: ConsoleContext): Promise<ConsolePage> {
  const removals = await store.reviews.read((reads) => reads.removals());
  const latest = [...removals].sort((one, other) => other.removedAt - one.removedAt).slice(0, MOST_REMOVED);
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
            <span class="quiet">{removalInWords(words, reason)}</span>
          </li>
        ))}
      </ul>
    </>
  );
  return { title: words.say("reviews.removed"), section: "reviews", body };
}

const MOST_REMOVED = 500;
