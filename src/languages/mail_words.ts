/** The words of messages to customers and of notices to the owner. */
import de from "./de/mail.json" with { type: "json" };
import { mailEnglish } from "./en/mail.ts";
import es from "./es/mail.json" with { type: "json" };
import fr from "./fr/mail.json" with { type: "json" };
import type { WordsOf } from "./words.ts";
import { type Language, wordsByLanguage } from "./words_for.ts";

export interface MailWords extends WordsOf<typeof mailEnglish> {}

export const mailWords: (language: Language) => MailWords = wordsByLanguage(mailEnglish, { de, es, fr });
