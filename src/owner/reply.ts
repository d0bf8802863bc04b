/** Replies to a review in public, or withdraws the reply. */
import Type from "typebox";
import {
  calendarDateAt,
  isLongerThan,
  MAX_TEXT_LENGTH,
  maskPersonalData,
  normaliseText,
  textFault,
} from "../review/mod.ts";
import { instantOfChange } from "../store/mod.ts";
import { act, done, same } from "./act.ts";
import { DATE, field } from "./act_input.ts";
import { refused } from "./refusal.ts";
import { reviewSubject } from "./subjects.ts";

export const reply = act({
  name: "reply",
  subject: reviewSubject,
  input: Type.Object({
    text: Type.Optional(
      Type.String(
        field({
          flags: "[text]",
          help: "the reply; - for standard input",
          label: "review.reply",
          hint: "review.replyHint",
          rows: 5,
        }),
      ),
    ),
    date: Type.Optional(
      Type.String({ ...DATE, ...field({ flags: "--date <date>", help: "date of the reply (default: today)" }) }),
    ),
    contacts: Type.Optional(
      Type.Enum(
        ["publish", "mask"],
        field({
          flags: "--contacts <choice>",
          help: "publish or mask telephone numbers and e-mail addresses that your profile does not publish",
          label: "review.replyContacts",
          choices: { publish: "review.replyContactsPublish", mask: "review.replyContactsMask" },
          isOnDemand: true,
        }),
      ),
    ),
    remove: Type.Optional(Type.Boolean(field({ help: "withdraw the reply" }))),
  }),
  contradictions: [{ fields: ["text", "remove"], isNeeded: true, code: "review.replyEmpty" }],
  examples: [['goodword reply r_abc "Thank you, Jane. We have repaired the gate."', "reply"]],
  async run(writes, { one: before, input, context }) {
    const { id, replyText } = before;
    const save = async (text: string | null, date: string | null) => {
      const notice = text === null ? "done.replyBack" : "done.replied";
      if (replyText === text) {
        return same({ lines: [`Nothing to change for ${id}`], data: { id, changed: false }, notice });
      }
      const at = instantOfChange(writes.now, await writes.state());
      await writes.changeReview(id, { replyText: text, replyDate: date, updatedAt: at });
      const detail = { reply: text === null ? "taken back" : replyText === null ? "given" : "changed" };
      const revision = await writes.recordChange({ command: "reply", at, lines: [{ reviewId: id, detail }] });
      return done({
        lines: [`${text === null ? "Reply withdrawn" : "Replied"}; revision ${revision}`],
        data: { id, changed: true, reply: text, revision },
        notice,
      });
    };
    if (input.text === undefined) return save(null, null);
    if (textFault(input.text) !== null) return refused("invalid", "profile.wrong.characters", {}, "text");
    const profile = (await writes.business())?.profile;
    const typed = normaliseText(input.text);
    const { text: masked, redactions } = maskPersonalData(typed, profile);
    const text = input.contacts === "publish" ? typed : masked;
    if (text === "" || isLongerThan(text, MAX_TEXT_LENGTH)) return refused("invalid", "review.replyEmpty", {}, "text");
    const today = calendarDateAt(context.now, profile?.time_zone ?? "UTC");
    const date = input.date ?? today;
    if (date > today) return refused("usage", "act.inFuture", { date }, "date");
    if (redactions.length > 0 && input.contacts === undefined) {
      const contacts = redactions.map((each) => each.before).join(", ");
      return refused("invalid", "review.replyContactsFound", { contacts }, "contacts");
    }
    return save(text, date);
  },
});
