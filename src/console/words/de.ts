/** The console in German. */
import type { ConsoleCatalogue } from "./en.ts";

/** Every message of the console in German. */
export const de: ConsoleCatalogue = {
  // The frame: navigation, logins, people.
  "frame.title": "Konsole",
  "frame.menu": "Menü",
  "frame.site": "Öffentliche Seite",
  "frame.logout": "Abmelden",
  "frame.home": "Zum Eingang",
  "frame.pages": "Seiten",
  "frame.pageOf": "Seite {page} von {pages}",
  "frame.newer": "Zurück",
  "frame.older": "Weiter",
  "frame.moment": "{date}, {time} UTC",
  "frame.nav.inbox": "Eingang",
  "frame.nav.reviews": "Bewertungen",
  "frame.nav.import": "Import",
  "frame.nav.jobs": "Aufträge",
  "frame.nav.invitations": "Einladungen",
  "frame.nav.verification": "Prüfung",
  "frame.nav.copies": "Kopien",
  "frame.nav.insights": "Auswertung",
  "frame.nav.profile": "Betrieb",
  "frame.nav.share": "Teilen",
  "frame.nav.subscribers": "Abonnenten",
  "frame.nav.people": "Personen",
  "frame.nav.activity": "Verlauf",
  "frame.closed.missing": "Hier ist nichts",
  "frame.closed.missingAdvice": "Vielleicht wurde es entfernt, oder die Adresse ist falsch geschrieben.",
  "frame.closed.readers": "Das dürfen nur Inhaber",
  "frame.closed.readersAdvice": "Sie können alles ansehen. Für Änderungen wenden Sie sich an einen Inhaber.",
  "frame.closed.large": "Das ist zu groß",
  "frame.closed.largeAdvice": "Es wurde nichts geändert. Gehen Sie zurück und senden Sie weniger auf einmal.",
  "frame.closed.unread": "Das ließ sich nicht lesen",
  "frame.closed.unreadAdvice": "Es wurde nichts geändert. Gehen Sie zurück und versuchen Sie es noch einmal.",
  "frame.changed":
    "Jemand hat das geändert, während Sie daran gearbeitet haben. Nichts wurde überschrieben: Unten stehen Ihre Eingabe und der jetzige Stand.",
  "login.title": "Anmelden",
  "login.name": "Name",
  "login.password": "Passwort",
  "login.passkey": "Mit Passkey anmelden",
  "login.wrong": "Name und Passwort passen nicht zusammen.",
  "login.wrongPasskey": "Der Passkey hat nicht funktioniert. Versuchen Sie es noch einmal.",
  "login.noPasskey": "Das hat nicht geklappt. Versuchen Sie es noch einmal oder nehmen Sie Ihr Passwort.",
  "login.wait": {
    one: "Zu viele Versuche. Warten Sie eine Minute oder nehmen Sie einen Passkey.",
    other: "Zu viele Versuche. Warten Sie {count} Minuten oder nehmen Sie einen Passkey.",
  },
  "login.lost":
    "Ausgesperrt? Bitten Sie einen Inhaber um einen neuen Link, oder starten Sie auf dem Server goodword console link --for IHR-NAME.",
  "login.ended": "Sie wurden abgemeldet",
  "login.endedAdvice":
    "Es wurde nichts geändert. Melden Sie sich an und gehen Sie im Browser zurück: Ihre Eingabe ist noch da.",
  "login.unclaimed": "Diese Konsole ist noch nicht eingerichtet",
  "login.unclaimedLead": "Der Server zeigt beim Start einen Link. Einen neuen bekommen Sie auf dem Server so:",
  "login.unclaimedAdvice": "Der Link gilt einmal, 15 Minuten lang.",
  "login.gone": "Dieser Link gilt nicht mehr",
  "login.goneAdvice": "Er wurde schon benutzt, oder seine 15 Minuten sind um. Lassen Sie sich einen neuen geben.",
  "login.welcome": "Willkommen",
  "login.lead.owner": "Wählen Sie einen Namen und ein Passwort, und es geht los.",
  "login.lead.reader": "Wählen Sie einen Namen und ein Passwort. Sie können alles ansehen und nichts ändern.",
  "login.lead.again": "Schön, dass Sie wieder da sind, {name}. Wählen Sie ein neues Passwort.",
  "login.yourName": "Ihr Name",
  "login.newPassword": "Neues Passwort",
  "login.passwordHint": { one: "Mindestens {count} Zeichen", other: "Mindestens {count} Zeichen" },
  "login.begin": "Los geht’s",
  "login.beginPasskey": "Lieber mit Passkey",
  "login.fault.name": "Geben Sie einen Namen mit höchstens 80 Zeichen ein.",
  "login.fault.name_taken": "Diesen Namen gibt es hier schon. Wählen Sie einen anderen.",
  "login.fault.password_short": {
    one: "Mindestens {count} Zeichen.",
    other: "Mindestens {count} Zeichen. Drei Wörter, die Sie sich merken können, reichen.",
  },
  "login.fault.password_long": {
    one: "Mindestens {count} Zeichen, höchstens 1.000.",
    other: "Mindestens {count} Zeichen, höchstens 1.000.",
  },
  "people.link":
    "Geben Sie diesen Link selbst weiter. Er gilt einmal, 15 Minuten lang, und wird nicht noch einmal gezeigt:",
  "people.role": "Darf",
  "people.role.owner": "alles",
  "people.role.reader": "nur ansehen",
  "people.roleHint": "Sie können das jederzeit beenden.",
  "people.seen": "Zuletzt da",
  "people.act": "Zugang",
  "people.notIn": "Nicht angemeldet",
  "people.add": "Person hinzufügen",
  "people.makeLink": "Link erstellen",
  "people.letInAgain": "Neuer Link",
  "people.revoke": "Entfernen…",
  "people.revokeNow": "{name} entfernen",
  "people.revokeMeans": "{name} wird überall abgemeldet und kann sich nicht mehr anmelden.",
  "people.password": "Passwort",
  "people.savePassword": "Passwort speichern",
  "people.current": "Jetziges Passwort",
  "people.currentWrong": "Das ist nicht Ihr Passwort.",
  "people.passkeys": "Passkeys",
  "people.passkeysHint": "Anmelden mit Fingerabdruck, Gesicht oder der PIN Ihres Telefons, ohne Passwort.",
  "people.since": "Hinzugefügt am",
  "people.remove": "Entfernen",
  "people.addPasskey": "Passkey hinzufügen",
  "people.lastKey": "Das ist Ihr einziger Zugang. Legen Sie zuerst ein Passwort fest.",
  "people.sessions": "Wo Sie angemeldet sind",
  "people.thisOne": "dieser Browser",
  "people.end": "Abmelden",

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
  "done.revoked": "Entfernt.",
  "done.ended": "Dort abgemeldet.",
};
