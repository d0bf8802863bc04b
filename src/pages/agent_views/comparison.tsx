/** @jsxImportSource preact */
/**
 * Figures of one period, or of two beside each other: how many reviews, their mean, and how the stars are spread.
 *
 * @module
 */
import type { Words } from "../../languages/mod.ts";
import type { Distribution } from "../../review/mod.ts";
import { Stars } from "../stars.tsx";
import { counted, groupedDigits, percentage, ratingInWords } from "../words.ts";

/** Figures of a set of reviews. */
export interface Figures {
  readonly review_count: number;
  readonly rating_value: number | null;
  readonly distribution: Distribution;
}

/** What is compared, and with what. */
export interface Comparison {
  readonly figures: Figures;
  /** Null where nothing is compared. */
  readonly before: Figures | null;
  readonly difference: { readonly rating_value: number | null; readonly is_clear: boolean } | null;
  readonly groups: readonly (Figures & { readonly key: string; readonly name?: string })[];
}

/** The figures, as a chart and in words. */
export function ComparisonView({ figures, before, difference, groups, words }: Comparison & { words: Words }) {
  return (
    <>
      <div class="compared">
        {before && <Side name="Before" figures={before} words={words} />}
        <Side name={before ? "After" : "All"} figures={figures} words={words} />
      </div>
      {difference && <p class="lead">{changeInWords(difference)}</p>}
      {groups.length > 0 && <Groups groups={groups} />}
    </>
  );
}

function Side({
  name,
  figures: { review_count: count, rating_value: rating, distribution },
  words,
}: {
  name: string;
  figures: Figures;
  words: Words;
}) {
  return (
    <section>
      <h2>{name}</h2>
      <p class="rating-value">{rating === null ? "–" : ratingInWords(rating)}</p>
      {rating !== null && <Stars rating={rating} words={words} />}
      <p class="quiet">{counted(count, "review")}</p>
      <table class="histogram">
        <caption class="unseen">{name}: number of reviews by stars</caption>
        <thead class="unseen">
          <tr>
            <th scope="col">Stars</th>
            <th scope="col">Share</th>
            <th scope="col">Reviews</th>
          </tr>
        </thead>
        <tbody>
          {([5, 4, 3, 2, 1] as const).map((stars) => (
            <Row stars={stars} reviews={distribution[`${stars}`]} count={count} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ stars, reviews, count }: { stars: number; reviews: number; count: number }) {
  return (
    <tr>
      <th scope="row">{counted(stars, "star")}</th>
      <td class="bar-cell">
        <svg class="bar" height="10" aria-hidden="true" focusable="false">
          <rect class="bar-track" width="100%" height="10" rx="5" />
          {reviews > 0 && <rect class="bar-stars" width={`${(100 * reviews) / count}%`} height="10" rx="5" />}
        </svg>
        <span class="unseen">{count === 0 ? "none" : percentage(reviews, count)}</span>
      </td>
      <td class="figure">{groupedDigits(reviews)}</td>
    </tr>
  );
}

function Groups({ groups }: Pick<Comparison, "groups">) {
  return (
    <table class="figures">
      <thead>
        <tr>
          <th scope="col">Group</th>
          <th scope="col">Reviews</th>
          <th scope="col">Mean</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ key, name, review_count, rating_value }) => (
          <tr>
            <th scope="row">
              <bdi>{name ?? key}</bdi>
            </th>
            <td class="figure">{groupedDigits(review_count)}</td>
            <td class="figure">{rating_value === null ? "–" : ratingInWords(rating_value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function changeInWords({ rating_value: change, is_clear }: NonNullable<Comparison["difference"]>): string {
  if (change === null) return "There is nothing to compare: one of the two has no rating.";
  if (change === 0) return "The mean is the same.";
  const direction = change > 0 ? "higher" : "lower";
  const certainty = is_clear ? "more than chance would explain" : "no more than chance may explain";
  return `The mean is ${Math.abs(change)} ${direction}: ${certainty}.`;
}
