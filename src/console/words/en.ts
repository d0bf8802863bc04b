/** The console in English. */
import type { Translated } from "../../review/languages/mod.ts";
/** Every message of the console in English. */
export const en = {
  // The frame: navigation, logins, people.
  "frame.title": "Console",
  "frame.menu": "Menu",
  "frame.site": "Public page",
  "frame.logout": "Log out",
  "frame.home": "To the inbox",
  "frame.pages": "Pages",
  "frame.pageOf": "Page {page} of {pages}",
  "frame.newer": "Back",
  "frame.older": "Next",
  "frame.moment": "{date}, {time} UTC",
  "frame.nav.inbox": "Inbox",
  "frame.nav.reviews": "Reviews",
  "frame.nav.import": "Import",
  "frame.nav.jobs": "Jobs",
  "frame.nav.invitations": "Invitations",
  "frame.nav.verification": "Verification",
  "frame.nav.copies": "Copies",
  "frame.nav.insights": "Insights",
  "frame.nav.profile": "Business",
  "frame.nav.share": "Share",
  "frame.nav.subscribers": "Subscribers",
  "frame.nav.people": "People",
  "frame.nav.activity": "Activity",
  "frame.closed.missing": "Nothing here",
  "frame.closed.missingAdvice": "It may have been removed, or the address is mistyped.",
  "frame.closed.readers": "Only owners may do that",
  "frame.closed.readersAdvice": "You can look at everything. Ask an owner if you need to change something.",
  "frame.closed.large": "That is too large",
  "frame.closed.largeAdvice": "Nothing was changed. Please go back and send less at once.",
  "frame.closed.unread": "That could not be read",
  "frame.closed.unreadAdvice": "Nothing was changed. Please go back and try again.",
  "frame.changed":
    "Somebody changed this while you were editing it. Nothing was overwritten: below is what you typed, and how it stands now.",
  "login.title": "Log in",
  "login.name": "Name",
  "login.password": "Password",
  "login.passkey": "Log in with a passkey",
  "login.wrong": "That name and password do not belong together.",
  "login.wrongPasskey": "That passkey did not work. Please try again.",
  "login.noPasskey": "That did not work. Try again, or use your password.",
  "login.wait": {
    one: "Too many tries. Wait a minute, or use a passkey.",
    other: "Too many tries. Wait {count} minutes, or use a passkey.",
  },
  "login.lost": "Locked out? Ask an owner for a new link, or run goodword console link --for YOUR-NAME on the server.",
  "login.ended": "You were logged out",
  "login.endedAdvice": "Nothing was changed. Log in, then go back in your browser: what you typed is still there.",
  "login.unclaimed": "Nobody has set up this console yet",
  "login.unclaimedLead": "The server prints a link when it starts. To get a new one, run this on the server:",
  "login.unclaimedAdvice": "The link works once, for 15 minutes.",
  "login.gone": "This link no longer works",
  "login.goneAdvice": "It was used already, or its 15 minutes are over. Ask for a new one.",
  "login.welcome": "Welcome",
  "login.lead.owner": "Choose a name and a password, and you are in.",
  "login.lead.reader": "Choose a name and a password. You will be able to see everything, and change nothing.",
  "login.lead.again": "Good to see you again, {name}. Choose a new password.",
  "login.yourName": "Your name",
  "login.newPassword": "New password",
  "login.passwordHint": { one: "At least {count} character", other: "At least {count} characters" },
  "login.begin": "Start",
  "login.beginPasskey": "Use a passkey instead",
  "login.fault.name": "Enter a name of up to 80 characters.",
  "login.fault.name_taken": "Somebody here has this name already. Choose another.",
  "login.fault.password_short": {
    one: "Use at least {count} character.",
    other: "Use at least {count} characters. Three words you can remember do well.",
  },
  "login.fault.password_long": {
    one: "Use at least {count} character, and no more than 1,000.",
    other: "Use at least {count} characters, and no more than 1,000.",
  },
  "people.link": "Hand this link over yourself. It works once, for 15 minutes, and is not shown again:",
  "people.role": "May",
  "people.role.owner": "do everything",
  "people.role.reader": "look only",
  "people.roleHint": "You can end it at any time.",
  "people.seen": "Last seen",
  "people.act": "Access",
  "people.notIn": "Not logged in",
  "people.add": "Add somebody",
  "people.makeLink": "Make a link",
  "people.letInAgain": "New link",
  "people.revoke": "Remove…",
  "people.revokeNow": "Remove {name}",
  "people.revokeMeans": "{name} is logged out everywhere and cannot log in again.",
  "people.password": "Password",
  "people.savePassword": "Save password",
  "people.current": "Current password",
  "people.currentWrong": "That is not your password.",
  "people.passkeys": "Passkeys",
  "people.passkeysHint": "Log in with your fingerprint, your face or your phone’s PIN, without a password.",
  "people.since": "Added on",
  "people.remove": "Remove",
  "people.addPasskey": "Add a passkey",
  "people.lastKey": "This is your only way in. Set a password first.",
  "people.sessions": "Where you are logged in",
  "people.thisOne": "this browser",
  "people.end": "Log out",

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
  "done.revoked": "Removed.",
  "done.ended": "Logged out there.",
} as const;

/** The messages of one language, the same for every language. */
export type ConsoleCatalogue = Translated<typeof en>;
