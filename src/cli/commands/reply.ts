import { GoodwordError } from "../../errors.ts";
import {
  calendarDateAt,
  countCharacters,
  groupedDigits,
  isLongerThan,
  MAX_TEXT_LENGTH,
  maskPersonalData,
  normaliseText,
  type Reply,
  textFault,
} from "../../review/mod.ts";
import { readBusiness, type Store, saveReply } from "../../store/mod.ts";
import type { Call, Command, Outcome } from "../command.ts";
import { dateOption } from "../option_values.ts";

export const replyCommand: Command = {
  name: "reply",
  summary: "answer a review in public, or take an answer back",
  arguments: [
    { name: "<id>", description: "id of the review" },
    { name: "[text]", description: "the answer; - for standard input" },
  ],
  options: [
    { flags: "--date <date>", description: "when it was given; today when left out" },
    { flags: "--remove", description: "take the answer back" },
  ],
  examples: [['goodword reply r_abc "Thank you, Jane. We have mended the gate."', "answer"]],
  run: async (call) => {
    const id = call.arguments[0]!;
    const text = await textOf(call);
    const outcome = await call.withStore(async (store) =>
      saveReply(store, { id, reply: await replyOf(store, call, text) }),
    );
    if (outcome.kind === "unknown") {
      throw new GoodwordError("not_found", `There is no review with the id ${JSON.stringify(id)}; nothing was changed`);
    }
    return replyOutcome(id, text, outcome.kind === "saved" ? outcome.revision : null);
  },
};

/** The answer as it will be published; null takes it back. */
async function textOf(call: Call): Promise<string | null> {
  const [, given] = call.arguments;
  if (call.flag("remove") === (given !== undefined)) {
    throw new GoodwordError("usage", "Give either a text or --remove");
  }
  if (given === undefined) return null;
  const text = given === "-" ? decoded(await call.world.readInput()) : given;
  const fault = textFault(text);
  if (fault !== null) throw new GoodwordError("input_refused", `The answer ${fault}`);
  const { text: masked } = maskPersonalData(normaliseText(text));
  if (masked === "" || isLongerThan(masked, MAX_TEXT_LENGTH)) {
    const length = groupedDigits(countCharacters(masked));
    throw new GoodwordError("input_refused", `The answer has ${length} characters, expected 1 to 10,000`);
  }
  return masked;
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new GoodwordError("input_refused", "The answer is not UTF-8 text; save it again as UTF-8", { cause });
  }
}

async function replyOf(store: Store, call: Call, text: string | null): Promise<Reply | null> {
  if (text === null) return null;
  const timeZone = (await readBusiness(store))?.profile.time_zone ?? "UTC";
  const today = calendarDateAt(call.world.now(), timeZone);
  const date = dateOption(call, "date") ?? today;
  if (date > today) throw new GoodwordError("usage", `--date is "${date}", expected a date that is not in the future`);
  return { text, date };
}

function replyOutcome(id: string, text: string | null, revision: number | null): Outcome {
  const masked = text?.includes("[removed]") ? ["An e-mail address or telephone number was masked."] : [];
  if (revision === null) return { lines: [`The answer to ${id} is so already`], data: { id, changed: false } };
  const what = text === null ? "The answer is taken back" : "Answered";
  return { lines: [`${what}; revision ${revision}`, ...masked], data: { id, changed: true, reply: text, revision } };
}
