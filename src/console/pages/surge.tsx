/** @jsxImportSource preact */
/** A surge of one-star reviews, as facts to print for the site where they stand. */
import { reviewProofPath } from "../../http/paths.ts";
import type { ConsoleWords } from "../../languages/mod.ts";
import { dismissSurge } from "../../owner/inbox_dismiss.ts";
import { readSurge, type Surge, type SurgeFacts } from "../../owner/one_star_surge.ts";
import { isCalendarDate } from "../../review/mod.ts";
import type { OneStarReview, StoredReview } from "../../store/mod.ts";
import { BackLink, Facts, Outside, Section } from "../components.tsx";
import { ActForm } from "../form_of_act.tsx";
import type { ConsoleContext, ConsolePage } from "../page.ts";
import { ReviewText, VisibilityBadge, verificationOf } from "./review_views.tsx";

export const surgePath = (day: string) => `/inbox/one-star/${day}`;

export function DismissForm({ context, surge }: { readonly context: ConsoleContext; readonly surge: Surge }) {
  if (context.person.role !== "owner") return null;
  return <ActForm context={context} act={dismissSurge} of={surge} submit={context.words.say("surge.dismiss")} />;
}

export async function surgePage(context: ConsoleContext): Promise<ConsolePage | null> {
  const { store, words, services, now, parameters, business } = context;
  const day = parameters.id ?? "";
  if (business === null || !isCalendarDate(day)) return null;
  const surge = await readSurge(store, day, now);
  if (surge === null) return null;
  const { from, to, reviews, before, wordings } = surge;
  const days = words.dates(from, to);
  const logged = new Map(reviews.map((review) => [review.id, review]));
  const body = (
    <>
      <div class="on-screen">
        <BackLink href="/">{words.say("frame.nav.inbox")}</BackLink>
        <p>{words.say("surge.print")}</p>
        <DismissForm context={context} surge={surge} />
      </div>
      <p>{words.say("surge.lead", { count: reviews.length, business: business.name, before, days })}</p>
      <p>{words.say("surge.caution")}</p>
      <Facts
        rows={[
          [words.say("surge.made"), words.moment(now, words.timeZone)],
          [words.say("frame.site"), services.baseUrl],
          [words.say("surge.jobs"), jobLines(surge, words).map((line) => <div>{line}</div>)],
        ]}
      />
      <Section title={words.say("surge.wordings")}>
        {wordings.length === 0 && <p>{words.say("surge.noWordings")}</p>}
        <ul class="deeds">
          {wordings.map(({ wording, count }) => (
            <li>
              <q dir="auto">{wording}</q> <span class="quiet">{words.say("surge.inReviews", { count })}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={words.say("frame.nav.reviews")} lead={words.say("surge.days")}>
        {surge.whole.map((review) => (
          <>
            <ReviewText review={review} words={words} />
            {reviewFacts(context, review, logged.get(review.id))}
          </>
        ))}
      </Section>
    </>
  );
  return { title: words.say("surge.title"), section: "inbox", body };
}

function jobLines({ jobs, to, matched }: SurgeFacts, words: ConsoleWords): string[] {
  const days = words.dates(jobs.from, to);
  return [
    jobs.named === 0
      ? words.say("surge.noJobs", { days })
      : words.say("surge.compared", { count: jobs.named, early: jobs.listedBefore, days }),
    ...(jobs.unnamed === 0 ? [] : [words.say("surge.unnamed", { count: jobs.unnamed })]),
    ...(matched === 0 ? [] : [words.say("surge.matched", { count: matched })]),
  ];
}

function reviewFacts({ words, services }: ConsoleContext, review: StoredReview, logged: OneStarReview | undefined) {
  const links = [review.sourceUrl, ...review.alsoAt.map(({ url }) => url)].filter((url) => url !== null);
  const isPublished = review.withheld === null;
  const proof = services.baseUrl + reviewProofPath(review.id);
  const { logIndex = null, logSince = null } = logged ?? {};
  const entry = logIndex !== null && {
    number: logIndex,
    moment: words.moment(logSince ?? review.createdAt, words.timeZone),
  };
  return (
    <Facts
      rows={[
        [
          words.say("surge.link"),
          links.length === 0
            ? words.say("surge.noLink")
            : links.map((url) => (
                <div>
                  <Outside href={url}>{url}</Outside>
                </div>
              )),
        ],
        [words.say("reviews.status"), <VisibilityBadge review={review} words={words} />],
        [words.say("frame.nav.verification"), verificationOf(words, review)],
        [words.say("surge.stored"), words.moment(review.createdAt, words.timeZone)],
        [
          words.say("surge.log"),
          entry ? (
            <>
              {words.say("surge.entry", entry)} {isPublished && <Outside href={proof}>{proof}</Outside>}
            </>
          ) : (
            words.say("surge.noEntry")
          ),
        ],
      ]}
    />
  );
}
