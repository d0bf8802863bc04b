/** The greeting of invitations: the one paragraph that the owner writes, for each language. */
import Type from "typebox";
import { GREETINGS, greetingFault } from "../invitations/mod.ts";
import { act, done, type Subject } from "./act.ts";
import { field } from "./act_input.ts";
import { greetingsIn, LANGUAGE_FIELD, noPreview, previewOf } from "./preview_invitation.ts";
import { refused } from "./refusal.ts";

const MAX_GREETING_LENGTH = 500;
const USUAL_LANGUAGE = "en";

export interface Greeting {
  readonly language: string;
  readonly text: string | null;
}

const greeting: Subject<Greeting> = {
  path: "invitations",
  unknown: "invitations.greetingFault",
  async find(reads, [language = USUAL_LANGUAGE]) {
    return [{ language, text: greetingsIn(await reads.setting(GREETINGS))[language] ?? null }];
  },
  id: () => "",
  seen: ({ text }) => text,
};

/** Shows the invitation, after it has saved or removed the greeting if there is one to save. */
export const greet = act({
  name: "invitations greeting",
  subject: greeting,
  further: async (_, { language = USUAL_LANGUAGE }) => [language],
  details:
    "The greeting is one paragraph of plain text for each language. What is asked, what is published, the customer's " +
    "rights and the links are always the same.",
  examples: [
    ['goodword invitations greeting "Thank you for calling us."', "show the invitation with it"],
    ["goodword invitations greeting --language de", "show it in German"],
  ],
  input: Type.Object({
    text: Type.Optional(
      Type.String({
        maxLength: MAX_GREETING_LENGTH,
        ...field({
          flags: "[text]",
          help: "the new greeting",
          isClearable: true,
          label: "invitations.greeting",
          rows: 3,
        }),
      }),
    ),
    remove: Type.Optional(Type.Boolean(field({ help: "restore the default greeting" }))),
    ...LANGUAGE_FIELD,
  }),
  contradictions: [{ fields: ["text", "remove"], code: "invitations.greetingFault" }],
  async run(writes, { one: { language, text: before }, input, context: { config, now } }) {
    const typed = input.remove ? "" : input.text?.replace(/\s+/g, " ").trim();
    const text = typed === undefined ? before : typed === "" ? null : typed;
    const fault = text === null || text === before ? null : greetingFault(text);
    if (fault !== null) {
      const sentence = `The greeting ${fault}; nothing was changed`;
      return { ...refused("invalid", "invitations.greetingFault", {}, "text"), sentence };
    }
    const { [language]: _, ...others } = greetingsIn(await writes.setting(GREETINGS));
    const greetings = text === null ? others : { ...others, [language]: text };
    const isSame = text === before;
    if (!isSame) await writes.saveSetting(GREETINGS, JSON.stringify(greetings));
    const business = (await writes.business())?.profile;
    const letter = previewOf(business, greetings, { config, language, now });
    if (letter === null && isSame) return noPreview();
    const saved = "The greeting was saved; an invitation needs the postal address of the business as well";
    const lines = letter === null ? [saved] : [`Subject: ${letter.subject}`, "", ...letter.text.trimEnd().split("\n")];
    return { ...done({ lines, data: { greetings, ...letter }, notice: "done.saved" }), isSame };
  },
  detail: () => ({}),
});
