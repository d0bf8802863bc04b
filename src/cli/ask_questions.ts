/** Asks on the terminal what files do not say. */

import type { Wanted } from "../import/mod.ts";
import { type Answers, answerIn, orAsked, withAnswer } from "../owner/answer_questions.ts";
import { printable } from "../review/mod.ts";
import type { CommandCall, Outcome } from "./command.ts";

/** No file wants more than this; what goes on asking has not understood the answers. */
const MOST_ROUNDS = 8;

/** Does what may need answers; after each it is tried again with what was said. */
export async function askingFor<Said extends object>(
  call: CommandCall,
  said: Said,
  run: (said: Said & Answers) => Promise<Outcome>,
): Promise<Outcome> {
  const { ask } = call.context;
  let answers: Said & Answers = said;
  for (let round = 0; ; round++) {
    const tried = await orAsked(() => run(answers));
    if (tried.kind === "done") return tried.value;
    if (ask === null || call.isSilent || round === MOST_ROUNDS) throw tried.error;
    call.context.warn(`${printable(tried.error.message)}\n`);
    for (const question of tried.questions) {
      const answer = await answerTo(question, call, ask);
      if (answer === null) throw tried.error;
      answers = withAnswer(answers, question, answer);
    }
  }
}

type Ask = NonNullable<CommandCall["context"]["ask"]>;

const MOST_EXAMPLES = 30;

/** An answer that fits; null when the person gives none, which leaves the refusal as it is. */
async function answerTo(wanted: Wanted, call: CommandCall, ask: Ask): Promise<string | null> {
  const { question, examples = [], choices, proposed } = wanted;
  for (const example of examples.slice(0, MOST_EXAMPLES)) call.context.warn(`  ${printable(example)}\n`);
  const offered = choices !== undefined && examples.length === 0 ? ` (${choices.slice(0, 12).join(", ")})` : "";
  const suggestion = proposed === null || proposed === undefined ? "" : ` [${proposed}]`;
  for (;;) {
    const said = (await ask(`${printable(`${question}${offered}${suggestion}`)} `)).trim();
    const meant = said === "" ? (proposed ?? "") : said;
    if (meant === "") return null;
    const answer = answerIn(wanted, meant);
    if (answer !== null) return answer;
    if (choices !== undefined) call.context.warn(`  ${printable(meant)} is none of them\n`);
  }
}
