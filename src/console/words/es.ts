/** The console in Spanish. */
import type { ConsoleCatalogue } from "./en.ts";

/** Every message of the console in Spanish. */
export const es: ConsoleCatalogue = {
  // The frame: navigation, logins, people.
  "frame.title": "Consola",

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
  "done.saved": "Guardado.",
};
