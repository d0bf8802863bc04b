/** The console in English. */
import type { Translated } from "../../review/languages/mod.ts";
/** Every message of the console in English. */
export const en = {
  // The frame: navigation, logins, people.
  "frame.title": "Console",

  // Inbox.

  // Reviews.

  // Import.

  // Jobs.

  // Invitations.

  // Verification, copies and insights.

  // Profile.

  // Share and subscribers.

  // Activity.

  // What was done.
  "done.saved": "Saved.",
} as const;

/** The messages of one language, the same for every language. */
export type ConsoleCatalogue = Translated<typeof en>;
