/** The console in French. */
import type { ConsoleCatalogue } from "./en.ts";

/** Every message of the console in French. */
export const fr: ConsoleCatalogue = {
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
  "done.saved": "Enregistré.",
};
