/**
 * Asks on a terminal what a file does not say, with examples from the file itself. Elsewhere the refusal stands, which
 * names the option.
 *
 * @module
 */
import { HintWanted, printable, type Wanted } from "../import/mod.ts";
import type { ImportOrder } from "../owner/mod.ts";
import { isCalendarDate } from "../review/mod.ts";
import type { Call, Outcome } from "./command.ts";
import { asOptions } from "./hint_answers.ts";

/** No file wants more than this; what goes on asking has not understood the answers. */
const MOST_ROUNDS = 8;

/** Runs an order; after each answer it is tried again with what was said. */
export async function askingFor(
  order: ImportOrder,
  call: Call,
  run: (order: ImportOrder) => Promise<Outcome>,
): Promise<Outcome> {
  let tried = order;
  for (let round = 0; ; round++) {
    try {
      return await run(tried);
    } catch (error) {
      const { ask } = call.world;
      if (!(error instanceof HintWanted) || ask === null || call.isSilent || round === MOST_ROUNDS) throw error;
      call.world.warn(`${printable(error.message)}\n`);
      let { options } = tried;
      for (const wanted of error.wants) {
        const answer = await answerTo(wanted, call, ask);
        if (answer === null) throw error;
        options = { ...options, ...asOptions(options, wanted, answer) };
      }
      tried = { ...tried, options };
    }
  }
}

type Ask = NonNullable<Call["world"]["ask"]>;

const MOST_EXAMPLES = 30;

/** An answer that fits; null when the person gives none, which leaves the refusal as it is. */
async function answerTo(wanted: Wanted, call: Call, ask: Ask): Promise<string | null> {
  const { question, examples = [], choices, proposed } = wanted;
  for (const example of examples.slice(0, MOST_EXAMPLES)) call.world.warn(`  ${printable(example)}\n`);
  const offered = choices !== undefined && examples.length === 0 ? ` (${choices.slice(0, 12).join(", ")})` : "";
  const suggestion = proposed === null || proposed === undefined ? "" : ` [${proposed}]`;
  for (;;) {
    const said = (await ask(`${printable(`${question}${offered}${suggestion}`)} `)).trim();
    const answer = said === "" ? (proposed ?? "") : said;
    if (answer === "") return null;
    if (answer === "-" && wanted.option === "column") return "";
    if (wanted.option === "as-of" && !isCalendarDate(answer)) continue;
    const chosen = choices?.find((choice) => choice.toLowerCase() === answer.toLowerCase());
    if (choices === undefined || chosen !== undefined) return chosen ?? answer;
    call.world.warn(`  ${printable(answer)} is none of them\n`);
  }
}
