/** The console in French. */
import type { ConsoleCatalogue } from "./en.ts";

/** Every message of the console in French. */
export const fr: ConsoleCatalogue = {
  // The frame: navigation, logins, people.
  "frame.title": "Console",
  "frame.menu": "Menu",
  "frame.site": "Page publique",
  "frame.logout": "Se déconnecter",
  "frame.home": "Vers la boîte de réception",
  "frame.pages": "Pages",
  "frame.pageOf": "Page {page} sur {pages}",
  "frame.newer": "Précédent",
  "frame.older": "Suivant",
  "frame.moment": "{date}, {time} UTC",
  "frame.nav.inbox": "À traiter",
  "frame.nav.reviews": "Avis",
  "frame.nav.import": "Importer",
  "frame.nav.jobs": "Chantiers",
  "frame.nav.invitations": "Invitations",
  "frame.nav.verification": "Vérification",
  "frame.nav.copies": "Copies",
  "frame.nav.insights": "Analyses",
  "frame.nav.profile": "Entreprise",
  "frame.nav.share": "Partager",
  "frame.nav.subscribers": "Abonnés",
  "frame.nav.people": "Personnes",
  "frame.nav.activity": "Activité",
  "frame.closed.missing": "Rien ici",
  "frame.closed.missingAdvice": "L’élément a peut-être été supprimé, ou l’adresse est mal saisie.",
  "frame.closed.readers": "Réservé aux propriétaires",
  "frame.closed.readersAdvice": "Vous pouvez tout voir. Demandez à un propriétaire s’il faut changer quelque chose.",
  "frame.closed.large": "C’est trop volumineux",
  "frame.closed.largeAdvice": "Rien n’a été modifié. Revenez en arrière et envoyez moins à la fois.",
  "frame.closed.unread": "Lecture impossible",
  "frame.closed.unreadAdvice": "Rien n’a été modifié. Revenez en arrière et réessayez.",
  "frame.changed":
    "Quelqu’un a modifié ceci pendant que vous l’éditiez. Rien n’a été écrasé : voici votre saisie et l’état actuel.",
  "login.title": "Se connecter",
  "login.name": "Nom",
  "login.password": "Mot de passe",
  "login.passkey": "Se connecter avec une clé d’accès",
  "login.wrong": "Ce nom et ce mot de passe ne vont pas ensemble.",
  "login.wrongPasskey": "Cette clé d’accès n’a pas fonctionné. Réessayez.",
  "login.noPasskey": "Cela n’a pas fonctionné. Réessayez, ou utilisez votre mot de passe.",
  "login.wait": {
    one: "Trop d’essais. Attendez une minute, ou utilisez une clé d’accès.",
    other: "Trop d’essais. Attendez {count} minutes, ou utilisez une clé d’accès.",
  },
  "login.lost":
    "Accès perdu ? Demandez un nouveau lien à un propriétaire, ou lancez goodword console link --for VOTRE-NOM sur le serveur.",
  "login.ended": "Vous avez été déconnecté",
  "login.endedAdvice":
    "Rien n’a été modifié. Connectez-vous, puis revenez en arrière dans le navigateur : votre saisie y est encore.",
  "login.unclaimed": "Cette console n’est pas encore configurée",
  "login.unclaimedLead":
    "Le serveur affiche un lien à son démarrage. Pour en obtenir un autre, lancez ceci sur le serveur :",
  "login.unclaimedAdvice": "Le lien fonctionne une fois, pendant 15 minutes.",
  "login.gone": "Ce lien ne fonctionne plus",
  "login.goneAdvice": "Il a déjà servi, ou ses 15 minutes sont passées. Demandez-en un autre.",
  "login.welcome": "Bienvenue",
  "login.lead.owner": "Choisissez un nom et un mot de passe, et c’est parti.",
  "login.lead.reader": "Choisissez un nom et un mot de passe. Vous pourrez tout voir, sans rien modifier.",
  "login.lead.again": "Ravis de vous revoir, {name}. Choisissez un nouveau mot de passe.",
  "login.yourName": "Votre nom",
  "login.newPassword": "Nouveau mot de passe",
  "login.passwordHint": { one: "Au moins {count} caractère", other: "Au moins {count} caractères" },
  "login.begin": "Commencer",
  "login.beginPasskey": "Plutôt avec une clé d’accès",
  "login.fault.name": "Saisissez un nom de 80 caractères au plus.",
  "login.fault.name_taken": "Quelqu’un porte déjà ce nom ici. Choisissez-en un autre.",
  "login.fault.password_short": {
    one: "Utilisez au moins {count} caractère.",
    other: "Utilisez au moins {count} caractères. Trois mots faciles à retenir conviennent bien.",
  },
  "login.fault.password_long": {
    one: "Utilisez au moins {count} caractère, et 1 000 au plus.",
    other: "Utilisez au moins {count} caractères, et 1 000 au plus.",
  },
  "people.link":
    "Remettez vous-même ce lien. Il fonctionne une fois, pendant 15 minutes, et n’est plus affiché ensuite :",
  "people.role": "Peut",
  "people.role.owner": "tout faire",
  "people.role.reader": "seulement regarder",
  "people.roleHint": "Vous pouvez y mettre fin à tout moment.",
  "people.seen": "Dernière visite",
  "people.act": "Accès",
  "people.notIn": "Non connecté",
  "people.add": "Ajouter quelqu’un",
  "people.makeLink": "Créer un lien",
  "people.letInAgain": "Nouveau lien",
  "people.revoke": "Retirer…",
  "people.revokeNow": "Retirer {name}",
  "people.revokeMeans": "{name} est déconnecté partout et ne pourra plus se connecter.",
  "people.password": "Mot de passe",
  "people.savePassword": "Enregistrer le mot de passe",
  "people.current": "Mot de passe actuel",
  "people.currentWrong": "Ce n’est pas votre mot de passe.",
  "people.passkeys": "Clés d’accès",
  "people.passkeysHint": "Connectez-vous par empreinte, visage ou code du téléphone, sans mot de passe.",
  "people.since": "Ajoutée le",
  "people.remove": "Retirer",
  "people.addPasskey": "Ajouter une clé d’accès",
  "people.lastKey": "C’est votre seul accès. Définissez d’abord un mot de passe.",
  "people.sessions": "Où vous êtes connecté",
  "people.thisOne": "ce navigateur",
  "people.end": "Déconnecter",

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
  "done.revoked": "Accès retiré.",
  "done.ended": "Déconnecté.",
};
