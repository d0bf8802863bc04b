/** @jsxImportSource preact */

import type { ConsoleWords } from "../../languages/mod.ts";
import { describeVerification, sourceLabel } from "../../languages/mod.ts";
import { shortened, type WithholdingReason } from "../../review/mod.ts";
import type { ChangeLogLine, ListedReview, ReviewObjection, StoredReview } from "../../store/mod.ts";
import { describeActivity, describeReason } from "../activity.ts";
import { Badge, Moment, Section } from "../components.tsx";

export function pathOfReview(id: string): string {
  return `/reviews/${encodeURIComponent(id)}`;
}

function StarText({ rating, words }: { readonly rating: number; readonly words: ConsoleWords }) {
  return (
    <span class="star-text" role="img" aria-label={words.shared.say("count.stars", { count: rating })}>
      {"★".repeat(rating)}
      <span class="star-rest">{"★".repeat(5 - rating)}</span>
    </span>
  );
}

type Visibility = Pick<ListedReview, "withheld" | "copyOf">;

export function VisibilityBadge({ review, words }: { review: Visibility; words: ConsoleWords }) {
  const { withheld, copyOf } = review;
  if (withheld !== null) {
    return <Badge tone="waiting">{words.say("review.withheld", { reason: describeReason(words, withheld) })}</Badge>;
  }
  if (copyOf !== null) return <Badge>{words.say("review.copy")}</Badge>;
  return <Badge tone="good">{words.say("reviews.published")}</Badge>;
}

const MAX_LENGTH_IN_LIST = 160;

export function ReviewItems({ reviews, words }: { reviews: readonly ListedReview[]; words: ConsoleWords }) {
  return (
    <ul class="review-list">
      {reviews.map((review) => (
        <li>
          <p>
            <StarText rating={review.rating} words={words} />{" "}
            <a href={pathOfReview(review.id)}>
              <bdi>{review.author}</bdi>
            </a>{" "}
            <span class="quiet">
              {words.date(review.date)}, {sourceLabel(words.shared, review.source)}
            </span>{" "}
            <VisibilityBadge review={review} words={words} />
          </p>
          <p dir="auto">
            {review.text === ""
              ? words.say("review.starsOnly")
              : shortened(review.text.replace(/\s+/g, " "), MAX_LENGTH_IN_LIST)}
          </p>
        </li>
      ))}
    </ul>
  );
}

export function ReviewText({ review, words }: { readonly review: StoredReview; readonly words: ConsoleWords }) {
  const { title, text, translationText, authorName, date, rating, source } = review;
  return (
    <article class="kept-review">
      <p>
        <StarText rating={rating} words={words} />{" "}
        <a href={pathOfReview(review.id)}>
          <bdi>{authorName}</bdi>
        </a>{" "}
        <span class="quiet">
          {words.date(date)}, {sourceLabel(words.shared, source)}
        </span>
      </p>
      {title !== null && (
        <p dir="auto">
          <strong>{title}</strong>
        </p>
      )}
      <p class="said" dir="auto" lang={review.language ?? undefined}>
        {text === "" ? words.say("review.starsOnly") : text}
      </p>
      {translationText !== null && (
        <p class="said quiet" dir="auto">
          {words.say("review.translation")}: {translationText}
        </p>
      )}
    </article>
  );
}

export function verificationOf(words: ConsoleWords, review: StoredReview): string {
  const { verificationMethod: method, verificationStrength: strength, source } = review;
  return describeVerification(words.shared, { method, strength }, source);
}

export function ObjectionText({
  objection,
  words,
}: {
  readonly objection: ReviewObjection;
  readonly words: ConsoleWords;
}) {
  const { kind, reason, text, email, at } = objection;
  const why = reason === null ? "" : describeReason(words, reason as WithholdingReason);
  return (
    <div class="kept-review">
      <p>
        <strong>{words.say(kind === "contest" ? "inbox.contest" : "inbox.report", { reason: why })}</strong>{" "}
        <Moment at={at} words={words} />
      </p>
      {text !== "" && (
        <p class="said" dir="auto">
          {text}
        </p>
      )}
      {email !== null && (
        <p>
          <bdi>{email}</bdi>
        </p>
      )}
    </div>
  );
}

export function ReviewHistory({ lines, words }: { lines: readonly ChangeLogLine[]; words: ConsoleWords }) {
  return (
    <Section title={words.say("review.history")}>
      {lines.length === 0 && <p class="quiet">{words.say("review.noHistory")}</p>}
      <ul class="deeds">
        {lines.map((line) => (
          <li>
            <Moment at={line.at} words={words} /> {describeActivity(words, line)}{" "}
            <bdi class="quiet">{line.by ?? words.say("activity.server")}</bdi>
          </li>
        ))}
      </ul>
    </Section>
  );
}
