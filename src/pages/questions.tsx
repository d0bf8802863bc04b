/** @jsxImportSource preact */
/**
 * Questions that reviews answer.
 *
 * @module
 */
import type { InsightsView } from "./insights_view.ts";

const MOST_QUESTIONS = 6;

export function Questions({ insights }: { insights: InsightsView }) {
  const questions = insights.faq.slice(0, MOST_QUESTIONS);
  if (questions.length === 0) return null;
  return (
    <section class="questions" aria-labelledby="questions">
      <h2 id="questions">Asked often</h2>
      {questions.map(({ question, answer, source }) => (
        <details>
          <summary>{question}</summary>
          <p>{answer}</p>
          {source === "owner" && <p class="quiet">Answered by the business.</p>}
        </details>
      ))}
    </section>
  );
}
