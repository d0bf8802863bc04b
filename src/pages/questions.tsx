/** @jsxImportSource preact */
/**
 * Questions that reviews answer.
 *
 * @module
 */
import type { InsightsView } from "./insights_view.ts";
import type { PageSite } from "./site.ts";
import { Told } from "./told.tsx";

const MOST_QUESTIONS = 6;

/** The first six questions of the insights, folded; renders nothing when there are none. */
export function Questions({ insights, site }: { insights: InsightsView; site: PageSite }) {
  const questions = insights.faq
    // Computed answers are English sentences; the owner's are in the language of the business.
    .filter(({ source }) => source === (site.words.language === "en" ? source : "owner"))
    .slice(0, MOST_QUESTIONS);
  if (questions.length === 0) return null;
  return (
    <section class="questions" aria-labelledby="questions">
      <h2 id="questions">{site.words.say("questions.title")}</h2>
      {questions.map(({ question, answer, source, figures }) => (
        <details>
          <summary>{question}</summary>
          <p>
            <Told text={answer} figures={figures} entities={insights.entities} site={site} />
          </p>
          {source === "owner" && <p class="quiet">{site.words.say("questions.byBusiness")}</p>}
        </details>
      ))}
    </section>
  );
}
