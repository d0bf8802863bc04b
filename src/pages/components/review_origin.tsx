/** @jsxImportSource preact */
import { reviewReportPath } from "../../http/paths.ts";
import { describeVerification, sourceLabel, type Words } from "../../languages/mod.ts";
import type { Review, VerificationMethod } from "../../review/mod.ts";
import { reviewDatePhrase, sourcePhrase } from "../phrases.ts";
import { type PageSite, pageLink, verificationLink } from "../site.ts";

export function SourceMark({ source: { name, url }, words }: { source: Review["source"]; words: Words }) {
  const label = sourceLabel(words, name);
  const mark = (
    <>
      <span class="letter" aria-hidden="true">
        {Array.from(label)[0]}
      </span>
      <span class="source-name">{label}</span>
    </>
  );
  const given = { class: `source on-${name.replaceAll(/[^a-z]/g, "")}`, title: sourcePhrase(words, name) };
  if (!url || !isWebAddress(url)) return <span {...given}>{mark}</span>;
  return (
    <a {...given} href={url} rel="nofollow noopener external">
      {mark}
    </a>
  );
}

export function ReviewNotes({ review, site }: { review: Review; site: PageSite }) {
  const { words } = site;
  const { gone_at_source: gone, source } = review;
  if (review.also_at.length === 0 && gone === null && !review.edited && !site.takesReports) return null;
  return (
    <p class="provenance">
      {review.also_at.map(({ name, url }) => (
        <span>
          {words.pieces("review.alsoOn", {
            source: <SourceLink source={{ name, url }} title={sourceLabel(words, name)} />,
          })}
        </span>
      ))}
      {gone !== null && (
        <span>{words.say("review.goneFrom", { source: sourceLabel(words, source.name), date: words.date(gone) })}</span>
      )}
      {review.edited && <span>{words.say("review.edited")}</span>}
      {site.takesReports && (
        <a href={pageLink(site, reviewReportPath(review.id))} aria-label={linkName("review.reportOf", review, words)}>
          {words.say("review.report")}
        </a>
      )}
    </p>
  );
}

function SourceLink({ source: { url }, title }: { source: Review["source"]; title: string }) {
  if (!url || !isWebAddress(url)) return <>{title}</>;
  return (
    <a href={url} rel="nofollow noopener external">
      {title}
    </a>
  );
}

export function VerifiedHow({ review, site, isCompact }: { review: Review; site: PageSite; isCompact: boolean }) {
  const { verification, source } = review;
  const { method } = verification;
  return (
    <a class={`verified by-${method.replace("_", "-")}`} href={verificationLink(site, method)}>
      <VerificationMark method={method} />
      {isCompact ? site.words.say(`method.${method}`) : describeVerification(site.words, verification, source.name)}
    </a>
  );
}

/** Addresses of other kinds, such as `javascript:`, never become links. */
function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

/** Links with the same words must lead to the same place, so those of a review are named after it. */
export function linkName(message: "review.permalink" | "review.reportOf", review: Review, words: Words): string {
  return words.say(message, { date: reviewDatePhrase(words, review), author: review.author.name });
}

const MARKS: Readonly<Record<VerificationMethod, string | null>> = {
  job_record: "m4 8.5 2.7 2.7L12.2 5",
  invitation: "M2.5 4.5h11v7h-11zm0 .5L8 9l5.5-4",
  platform: "M8 2.5 3.5 4v4c0 2.6 1.8 4.6 4.5 5.5 2.7-.9 4.5-2.9 4.5-5.5V4zM6 8l1.5 1.5L10.5 6.5",
  operator_attested: null,
  none: null,
};

/** Decoration next to the method in words. Methods that rest on the word of the business alone have no mark. */
export function VerificationMark({ method }: { method: VerificationMethod }) {
  const mark = MARKS[method];
  if (mark === null) return null;
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={mark} />
    </svg>
  );
}
