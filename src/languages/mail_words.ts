/** The words of messages to customers and of notices to the owner. */
import de from "./de/mail.json" with { type: "json" };
import { mailEnglish } from "./en/mail.ts";
import es from "./es/mail.json" with { type: "json" };
import fr from "./fr/mail.json" with { type: "json" };
import type { Speech } from "./words.ts";
import { type Language, speaker } from "./words_for.ts";

export interface MailWords extends Speech<typeof mailEnglish> {}

export const mailWords: (language: Language) => MailWords = speaker(mailEnglish, { de, es, fr });
