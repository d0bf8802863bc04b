/** What messages say, in each language. Whatever a sentence states is a fact or a right, and the same for all authors. */

/** Languages that messages are written in. */
export const MAIL_LANGUAGES = ["en", "es", "fr", "de"] as const;
/** One of {@link MAIL_LANGUAGES}. */
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

/** Why an author's review is not shown: the closed reasons of withholding and of removing. */
export const ABSENCE_REASONS = [
  "personal_data",
  "abuse",
  "not_about_this_business",
  "legal_order",
  "request",
  "privacy",
  "legal",
] as const;
/** One of {@link ABSENCE_REASONS}. */
export type AbsenceReason = (typeof ABSENCE_REASONS)[number];

export function isAbsenceReason(reason: string | null): reason is AbsenceReason {
  return (ABSENCE_REASONS as readonly (string | null)[]).includes(reason);
}

/** What the sentences are about; dates are in words of the language. */
export interface MailFacts {
  readonly business: string;
  /** The pages on which the reviews are published. */
  readonly site: string;
  readonly customer: string | null;
  readonly service: string | null;
  readonly finished: string;
  /** The last day for a first answer. */
  readonly expires: string;
  /** Name of the licence of the data. */
  readonly license: string | null;
  readonly incentive: string | null;
}

/** The sentences of one language. */
interface MailWords {
  readonly subjects: Readonly<
    Record<"invitation" | "reminder" | "reply" | "withheld" | "removed", (f: MailFacts) => string>
  >;
  readonly hello: (f: MailFacts) => string;
  /** Where the owner has given no greeting. */
  readonly thanks: string;
  readonly asks: (f: MailFacts) => string;
  readonly reminds: (f: MailFacts) => string;
  readonly write: string;
  readonly published: (f: MailFacts) => string;
  readonly everyAnswer: string;
  readonly given: (f: MailFacts) => string;
  readonly lives: (f: MailFacts) => string;
  readonly replied: (f: MailFacts) => string;
  readonly withheld: (f: MailFacts, reason: string) => string;
  readonly contest: string;
  readonly removed: (f: MailFacts, reason: string) => string;
  readonly open: string;
  readonly site: string;
  readonly noMore: string;
  readonly unsubscribe: string;
  readonly reasons: Readonly<Record<AbsenceReason, string>>;
}

/** The sentences by language. */
export const MAIL_WORDS: Readonly<Record<MailLanguage, MailWords>> = {
  en: {
    subjects: {
      invitation: (f) => `How did we do? Review ${f.business}`,
      reminder: (f) => `Reminder: your review of ${f.business}`,
      reply: (f) => `${f.business} has replied to your review`,
      withheld: (f) => `Your review of ${f.business} is not published`,
      removed: (f) => `Your review of ${f.business} has been removed`,
    },
    hello: ({ customer }) => (customer === null ? "Hello," : `Hello ${customer},`),
    thanks: "thank you for choosing us.",
    asks: (f) =>
      `${f.business} would like your review of this job: ${f.service ?? "our visit"}, finished on ${f.finished}.`,
    reminds: (f) =>
      `${f.business} asked for your review of this job: ${f.service ?? "our visit"}, finished on ${f.finished}. This is the only reminder.`,
    write: "Write your review",
    published: (f) =>
      `Your rating, your text and the name you choose (or none) are published at ${f.site} and as open data, which others may share${f.license === null ? "" : ` under the ${f.license} license`}. Your e-mail address and phone number are never published.`,
    everyAnswer:
      "Every review is published, whatever its rating. It can be withheld only if it contains other people’s personal data, is abusive, is about another business, or a legal order requires it; you would be told the reason and could object.",
    given: (f) => `What you get for a review, whatever its rating: ${f.incentive}`,
    lives: (f) =>
      `The link is yours alone and is open until ${f.expires}. You can use it later to change or withdraw your review at any time.`,
    replied: (f) =>
      `${f.business} has replied to your review of the job finished on ${f.finished}. Use your link to read the reply, or to change or withdraw your review.`,
    withheld: (f, reason) =>
      `${f.business} is not publishing your review of the job finished on ${f.finished}. Reason given: ${reason}. It is public that a review is withheld, and why; its text is not.`,
    contest: "If you disagree, use your link to object. You can also change or withdraw your review there.",
    removed: (f, reason) =>
      `Your review of the job finished on ${f.finished} has been removed from the pages of ${f.business}. Reason given: ${reason}. If you disagree, reply to this message.`,
    open: "Open your review",
    site: "All reviews",
    noMore: "If you do not want to be asked again:",
    unsubscribe: "Unsubscribe",
    reasons: {
      personal_data: "it contains personal data",
      abuse: "it is abusive",
      not_about_this_business: "it is not about this business",
      legal_order: "a legal order",
      request: "the author asked for it",
      privacy: "privacy",
      legal: "a legal obligation",
    },
  },
  es: {
    subjects: {
      invitation: (f) => `¿Qué le pareció nuestro trabajo? Su reseña de ${f.business}`,
      reminder: (f) => `Recordatorio: su reseña de ${f.business}`,
      reply: (f) => `${f.business} ha respondido a su reseña`,
      withheld: (f) => `Su reseña de ${f.business} no se publica`,
      removed: (f) => `Su reseña de ${f.business} se ha eliminado`,
    },
    hello: ({ customer }) => (customer === null ? "Hola:" : `Hola, ${customer}:`),
    thanks: "Gracias por confiar en nosotros.",
    asks: (f) =>
      `A ${f.business} le gustaría conocer su opinión sobre este trabajo terminado el ${f.finished}: ${f.service ?? "nuestra visita"}.`,
    reminds: (f) =>
      `${f.business} le pidió su opinión sobre este trabajo terminado el ${f.finished}: ${f.service ?? "nuestra visita"}. Este es el único recordatorio.`,
    write: "Escribir la reseña",
    published: (f) =>
      `Su valoración, su texto y el nombre que elija (o ninguno) se publican en ${f.site} y como datos abiertos, que otros pueden compartir${f.license === null ? "" : ` con la licencia ${f.license}`}. Su correo electrónico y su teléfono no se publican nunca.`,
    everyAnswer:
      "Todas las reseñas se publican, sea cual sea la valoración. Una reseña solo puede no publicarse si contiene datos personales de otros, es ofensiva, trata de otra empresa o lo exige una orden legal; se le comunicaría el motivo y podría reclamar.",
    given: (f) => `Lo que recibe por una reseña, sea cual sea la valoración: ${f.incentive}`,
    lives: (f) =>
      `El enlace es solo para usted y está abierto hasta el ${f.expires}. Con él podrá cambiar o retirar su reseña después, cuando quiera.`,
    replied: (f) =>
      `${f.business} ha respondido a su reseña del trabajo terminado el ${f.finished}. Con su enlace puede leer la respuesta y cambiar o retirar su reseña.`,
    withheld: (f, reason) =>
      `${f.business} no publica su reseña del trabajo terminado el ${f.finished}. Motivo indicado: ${reason}. Es público que una reseña no se publica y por qué; su texto no lo es.`,
    contest: "Si no está de acuerdo, puede reclamar con su enlace. Con él también puede cambiar o retirar su reseña.",
    removed: (f, reason) =>
      `Su reseña del trabajo terminado el ${f.finished} se ha eliminado de las páginas de ${f.business}. Motivo indicado: ${reason}. Si no está de acuerdo, responda a este mensaje.`,
    open: "Abrir la reseña",
    site: "Todas las reseñas",
    noMore: "Si no quiere recibir más mensajes como este:",
    unsubscribe: "Darse de baja",
    reasons: {
      personal_data: "contiene datos personales",
      abuse: "es ofensiva",
      not_about_this_business: "no trata de esta empresa",
      legal_order: "una orden legal",
      request: "lo pidió quien la escribió",
      privacy: "privacidad",
      legal: "una obligación legal",
    },
  },
  fr: {
    subjects: {
      invitation: (f) => `Votre avis sur le travail de ${f.business}`,
      reminder: (f) => `Rappel\u00a0: votre avis sur ${f.business}`,
      reply: (f) => `${f.business} a répondu à votre avis`,
      withheld: (f) => `Votre avis sur ${f.business} n’est pas publié`,
      removed: (f) => `Votre avis sur ${f.business} a été supprimé`,
    },
    hello: ({ customer }) => (customer === null ? "Bonjour," : `Bonjour ${customer},`),
    thanks: "merci de nous avoir fait confiance.",
    asks: (f) =>
      `${f.business} aimerait connaître votre avis sur l’intervention terminée le ${f.finished}${f.service === null ? "" : ` (${f.service})`}.`,
    reminds: (f) =>
      `${f.business} vous a demandé votre avis sur l’intervention terminée le ${f.finished}${f.service === null ? "" : ` (${f.service})`}. Ce rappel est le seul.`,
    write: "Donner votre avis",
    published: (f) =>
      `Votre note, votre texte et le nom de votre choix (ou aucun) sont publiés sur ${f.site} et en données ouvertes, que d’autres peuvent rediffuser${f.license === null ? "" : ` sous la licence ${f.license}`}. Votre adresse e-mail et votre numéro de téléphone ne sont jamais publiés.`,
    everyAnswer:
      "Tous les avis sont publiés, quelle que soit la note. Un avis peut ne pas l’être seulement s’il contient des données personnelles d’autrui, est injurieux, concerne une autre entreprise ou si une décision de justice l’exige\u00a0; le motif vous serait indiqué et vous pourriez le contester.",
    given: (f) => `Ce que vous recevez pour un avis, quelle que soit la note\u00a0: ${f.incentive}`,
    lives: (f) =>
      `Ce lien vous est personnel et reste ouvert jusqu’au ${f.expires}. Il vous permettra ensuite de modifier ou de retirer votre avis à tout moment.`,
    replied: (f) =>
      `${f.business} a répondu à votre avis sur l’intervention terminée le ${f.finished}. Avec votre lien, vous pouvez lire la réponse et modifier ou retirer votre avis.`,
    withheld: (f, reason) =>
      `${f.business} ne publie pas votre avis sur l’intervention terminée le ${f.finished}. Motif indiqué\u00a0: ${reason}. Il est public qu’un avis n’est pas publié, et pourquoi\u00a0; son texte ne l’est pas.`,
    contest:
      "Si vous n’êtes pas d’accord, votre lien vous permet de contester. Il permet aussi de modifier ou de retirer votre avis.",
    removed: (f, reason) =>
      `Votre avis sur l’intervention terminée le ${f.finished} a été supprimé des pages de ${f.business}. Motif indiqué\u00a0: ${reason}. Si vous n’êtes pas d’accord, répondez à ce message.`,
    open: "Ouvrir votre avis",
    site: "Tous les avis",
    noMore: "Si vous ne souhaitez plus recevoir ces messages\u00a0:",
    unsubscribe: "Se désinscrire",
    reasons: {
      personal_data: "il contient des données personnelles",
      abuse: "il est injurieux",
      not_about_this_business: "il ne concerne pas cette entreprise",
      legal_order: "une décision de justice",
      request: "son auteur l’a demandé",
      privacy: "protection de la vie privée",
      legal: "une obligation légale",
    },
  },
  de: {
    subjects: {
      invitation: (f) => `Wie waren Sie mit uns zufrieden? Ihre Bewertung für ${f.business}`,
      reminder: (f) => `Erinnerung: Ihre Bewertung für ${f.business}`,
      reply: (f) => `${f.business} hat auf Ihre Bewertung geantwortet`,
      withheld: (f) => `Ihre Bewertung für ${f.business} wird nicht veröffentlicht`,
      removed: (f) => `Ihre Bewertung für ${f.business} wurde entfernt`,
    },
    hello: ({ customer }) => (customer === null ? "Guten Tag," : `Guten Tag ${customer},`),
    thanks: "vielen Dank für Ihr Vertrauen.",
    asks: (f) =>
      `${f.business} bittet Sie um eine Bewertung zu diesem Auftrag: ${f.service ?? "unser Besuch"}, abgeschlossen am ${f.finished}.`,
    reminds: (f) =>
      `${f.business} hat Sie um eine Bewertung zu diesem Auftrag gebeten: ${f.service ?? "unser Besuch"}, abgeschlossen am ${f.finished}. Dies ist die einzige Erinnerung.`,
    write: "Bewertung schreiben",
    published: (f) =>
      `Ihre Sterne, Ihr Text und der Name Ihrer Wahl (oder keiner) werden unter ${f.site} und als offene Daten veröffentlicht, die andere weitergeben dürfen${f.license === null ? "" : `, unter der Lizenz ${f.license}`}. Ihre E-Mail-Adresse und Telefonnummer werden nie veröffentlicht.`,
    everyAnswer:
      "Jede Bewertung wird veröffentlicht, egal wie viele Sterne sie hat. Zurückgehalten werden darf sie nur, wenn sie personenbezogene Daten anderer enthält, beleidigend ist, einen anderen Betrieb betrifft oder eine rechtliche Anordnung es verlangt; Sie würden den Grund erfahren und könnten widersprechen.",
    given: (f) => `Was Sie für eine Bewertung bekommen, egal wie viele Sterne sie hat: ${f.incentive}`,
    lives: (f) =>
      `Der Link ist nur für Sie und bis zum ${f.expires} offen. Damit können Sie Ihre Bewertung später jederzeit ändern oder zurückziehen.`,
    replied: (f) =>
      `${f.business} hat auf Ihre Bewertung zum Auftrag vom ${f.finished} geantwortet. Über Ihren Link können Sie die Antwort lesen und Ihre Bewertung ändern oder zurückziehen.`,
    withheld: (f, reason) =>
      `${f.business} hält Ihre Bewertung zum Auftrag vom ${f.finished} zurück. Angegebener Grund: ${reason}. Dass eine Bewertung zurückgehalten wird und warum, ist öffentlich; ihr Text ist es nicht.`,
    contest:
      "Wenn Sie nicht einverstanden sind, können Sie über Ihren Link widersprechen und Ihre Bewertung auch ändern oder zurückziehen.",
    removed: (f, reason) =>
      `Ihre Bewertung zum Auftrag vom ${f.finished} wurde von den Seiten von ${f.business} entfernt. Angegebener Grund: ${reason}. Wenn Sie nicht einverstanden sind, antworten Sie auf diese Nachricht.`,
    open: "Bewertung öffnen",
    site: "Alle Bewertungen",
    noMore: "Wenn Sie keine solchen Nachrichten mehr möchten:",
    unsubscribe: "Abmelden",
    reasons: {
      personal_data: "sie enthält personenbezogene Daten",
      abuse: "sie ist beleidigend",
      not_about_this_business: "sie betrifft nicht diesen Betrieb",
      legal_order: "eine rechtliche Anordnung",
      request: "der Verfasser hat darum gebeten",
      privacy: "Datenschutz",
      legal: "eine rechtliche Verpflichtung",
    },
  },
};
