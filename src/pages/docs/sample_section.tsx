/** @jsxImportSource preact */
/**
 * The call of an operation in each language, folded but for the first, to copy; beside it what it answers.
 *
 * @module
 */
import type { OpenApiDocument, PlacedOperation } from "./openapi.ts";
import { sampleCall } from "./sample_call.ts";
import { SAMPLE_LANGUAGES } from "./samples.ts";
import { shortAnswer } from "./short_answer.ts";

/** The samples of one operation. */
export function Samples(props: {
  document: OpenApiDocument;
  placed: PlacedOperation;
  baseUrl: string;
  /** What it answers now; undefined where that is not known. */
  live: string | undefined;
}) {
  const { document, placed, baseUrl, live } = props;
  const call = sampleCall(document, baseUrl, placed);
  const answer = live ?? shortAnswer(document, placed);
  return (
    <>
      <h4>Call</h4>
      <div class={answer === null ? undefined : "call-and-answer"}>
        <div>
          {Object.entries(SAMPLE_LANGUAGES).map(([language, write], index) => (
            <details class="call" open={index === 0}>
              <summary>{language}</summary>
              <pre data-copy={`the ${language} of ${call.method} ${placed.path}`}>{write(call)}</pre>
            </details>
          ))}
        </div>
        {answer !== null && (
          <details class="call" open>
            <summary>{live === undefined ? "Example answer" : "Answer now"}, shortened</summary>
            <pre>{answer}</pre>
          </details>
        )}
      </div>
    </>
  );
}
