/** The console in German. */
import type { ConsoleCatalogue } from "./en.ts";

/** Every message of the console in German. */
export const de: ConsoleCatalogue = {
  // The frame: navigation, logins, people.
  "frame.title": "Konsole",

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
  "done.saved": "Gespeichert.",
};
