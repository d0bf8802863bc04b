import { GoodwordError, inputRefused, usageFault } from "../../errors.ts";
import { type ReplyContacts, type ReplyOutcome, replyToReview } from "../../owner/reply.ts";
import { groupedDigits } from "../../review/mod.ts";
import { argumentOf, type CommandCall, dateOption, type Outcome, unchanged } from "../command.ts";

/** Publishes or withdraws the answer to a review. */
export async function reply(call: CommandCall): Promise<Outcome> {
  const id = argumentOf(call);
  const contacts = call.text("contacts") as ReplyContacts | undefined;
  const order = { id, text: await textOf(call), contacts, date: dateOption(call, "date"), now: call.context.now() };
  return outcomeOf(id, await call.withStore((store) => replyToReview(store, order)));
}

/** The answer as it was given; null takes it back. */
async function textOf(call: CommandCall): Promise<string | null> {
  const [, given] = call.arguments;
  if (call.flag("remove") === (given !== undefined)) {
    throw usageFault("Expected either a text or --remove");
  }
  return given === "-" ? decoded(await call.context.readInput()) : (given ?? null);
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new GoodwordError("input_refused", "The answer is not UTF-8 text; save it again as UTF-8", { cause });
  }
}

function outcomeOf(id: string, replied: ReplyOutcome): Outcome {
  switch (replied.kind) {
    case "saved": {
      const { text, revision } = replied;
      const what = text === null ? "Answer withdrawn" : "Answered";
      return {
        lines: [`${what}; revision ${revision}`],
        data: { id, changed: true, reply: text, revision },
      };
    }
    case "contacts_found": {
      const found = replied.found.map((each) => `"${each}"`).join(", ");
      throw inputRefused(
        `The answer contains ${found}, which your profile does not publish; add --contacts publish to publish it, or --contacts mask to replace it by "[removed]"`,
      );
    }
    case "text_refused":
      throw inputRefused(`The answer ${replied.fault}`);
    case "wrong_length": {
      const length = groupedDigits(replied.characters);
      throw inputRefused(`The answer has ${length} characters, expected 1 to 10,000`);
    }
    case "in_future":
      throw usageFault(`--date is "${replied.date}", expected a date that is not in the future`);
    default:
      return unchanged(replied.kind, id);
  }
}
