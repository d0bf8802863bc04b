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
  /** Before the seal. */
  readonly sealed: string;
  readonly reasons: Readonly<Record<AbsenceReason, string>>;
}

/** The sentences by language. */
export const MAIL_WORDS: Readonly<Record<MailLanguage, MailWords>> = {
  en: {
    subjects: {
      invitation: (f) => `How was our work? A review for ${f.business}`,
      reminder: (f) => `A reminder: your review for ${f.business}`,
      reply: (f) => `${f.business} has replied to your review`,
      withheld: (f) => `Your review of ${f.business} is being withheld`,
      removed: (f) => `Your review of ${f.business} has been removed`,
    },
    hello: ({ customer }) => (customer === null ? "Hello," : `Hello ${customer},`),
    thanks: "thank you for your trust in our work.",
    asks: (f) =>
      `${f.business} asks you for a review of this work: ${f.service ?? "our visit"}, finished on ${f.finished}.`,
    reminds: (f) =>
      `${f.business} asked you for a review of this work: ${f.service ?? "our visit"}, finished on ${f.finished}. This is the only reminder.`,
    write: "Write your review",
    published: (f) =>
      `Your stars, your words and the name that you choose (it can be none at all) are published at ${f.site} and as open data, which others may pass on${f.license === null ? "" : ` under the licence ${f.license}`}. Your e-mail address and telephone number are never published.`,
    everyAnswer:
      "Every answer is published, whatever its stars. It may be withheld only because it contains personal data of others, is abusive, is about another business, or because of a legal order; you would be told the reason and could object.",
    given: (f) => `What you get for a review, whatever its stars: ${f.incentive}`,
    lives: (f) =>
      `The link is for you alone and takes your answer until ${f.expires}. With the same link you can change or withdraw your review at any time later.`,
    replied: (f) =>
      `${f.business} has replied to your review of the work finished on ${f.finished}. With your link you can read the reply, and change or withdraw your review.`,
    withheld: (f, reason) =>
      `${f.business} withholds your review of the work finished on ${f.finished}. The reason given: ${reason}. That a review is withheld, and why, is public; your words are not.`,
    contest: "If you disagree, object with your link. With it you can also change or withdraw your review.",
    removed: (f, reason) =>
      `Your review of the work finished on ${f.finished} has been removed from the pages of ${f.business}. The reason given: ${reason}. If you disagree, answer this message.`,
    open: "Open your review",
    site: "All reviews",
    noMore: "If you do not want to be asked again:",
    unsubscribe: "Unsubscribe",
    sealed: "So that nobody can change later whom we asked, this is sealed in our public log:",
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
      invitation: (f) => `¿Qué le pareció nuestro trabajo? Una reseña para ${f.business}`,
      reminder: (f) => `Recordatorio: su reseña para ${f.business}`,
      reply: (f) => `${f.business} ha respondido a su reseña`,
      withheld: (f) => `Su reseña de ${f.business} no se muestra`,
      removed: (f) => `Su reseña de ${f.business} se ha retirado`,
    },
    hello: ({ customer }) => (customer === null ? "Hola:" : `Hola, ${customer}:`),
    thanks: "Gracias por confiar en nuestro trabajo.",
    asks: (f) =>
      `${f.business} le pide una reseña de este trabajo: ${f.service ?? "nuestra visita"}, terminado el ${f.finished}.`,
    reminds: (f) =>
      `${f.business} le pidió una reseña de este trabajo: ${f.service ?? "nuestra visita"}, terminado el ${f.finished}. Este es el único recordatorio.`,
    write: "Escribir la reseña",
    published: (f) =>
      `Sus estrellas, su texto y el nombre que elija (puede ser ninguno) se publican en ${f.site} y como datos abiertos, que otros pueden difundir${f.license === null ? "" : ` con la licencia ${f.license}`}. Su correo electrónico y su teléfono no se publican nunca.`,
    everyAnswer:
      "Toda respuesta se publica, tenga las estrellas que tenga. Solo puede retenerse si contiene datos personales de otros, es ofensiva, trata de otra empresa o lo manda una orden legal; se le diría el motivo y podría oponerse.",
    given: (f) => `Lo que recibe por una reseña, tenga las estrellas que tenga: ${f.incentive}`,
    lives: (f) =>
      `El enlace es solo para usted y admite su respuesta hasta el ${f.expires}. Con el mismo enlace podrá cambiar o retirar su reseña más adelante, cuando quiera.`,
    replied: (f) =>
      `${f.business} ha respondido a su reseña del trabajo terminado el ${f.finished}. Con su enlace puede leer la respuesta y cambiar o retirar su reseña.`,
    withheld: (f, reason) =>
      `${f.business} no muestra su reseña del trabajo terminado el ${f.finished}. Motivo indicado: ${reason}. Es público que se retiene una reseña y por qué; sus palabras no lo son.`,
    contest: "Si no está de acuerdo, opóngase con su enlace. Con él también puede cambiar o retirar su reseña.",
    removed: (f, reason) =>
      `Su reseña del trabajo terminado el ${f.finished} se ha retirado de las páginas de ${f.business}. Motivo indicado: ${reason}. Si no está de acuerdo, responda a este mensaje.`,
    open: "Abrir la reseña",
    site: "Todas las reseñas",
    noMore: "Si no quiere que le volvamos a preguntar:",
    unsubscribe: "Darse de baja",
    sealed: "Para que nadie pueda cambiar después a quién preguntamos, esto queda sellado en nuestro registro público:",
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
      reminder: (f) => `Rappel : votre avis sur ${f.business}`,
      reply: (f) => `${f.business} a répondu à votre avis`,
      withheld: (f) => `Votre avis sur ${f.business} n’est pas affiché`,
      removed: (f) => `Votre avis sur ${f.business} a été retiré`,
    },
    hello: ({ customer }) => (customer === null ? "Bonjour," : `Bonjour ${customer},`),
    thanks: "merci de nous avoir fait confiance.",
    asks: (f) =>
      `${f.business} vous demande votre avis sur ce travail : ${f.service ?? "notre intervention"}, terminé le ${f.finished}.`,
    reminds: (f) =>
      `${f.business} vous a demandé votre avis sur ce travail : ${f.service ?? "notre intervention"}, terminé le ${f.finished}. C’est le seul rappel.`,
    write: "Donner votre avis",
    published: (f) =>
      `Vos étoiles, votre texte et le nom que vous choisissez (vous pouvez n’en donner aucun) sont publiés sur ${f.site} et en données ouvertes, que d’autres peuvent rediffuser${f.license === null ? "" : ` sous la licence ${f.license}`}. Votre adresse e-mail et votre numéro de téléphone ne sont jamais publiés.`,
    everyAnswer:
      "Chaque réponse est publiée, quelles que soient ses étoiles. Elle ne peut être retenue que si elle contient des données personnelles d’autrui, est injurieuse, concerne une autre entreprise ou en vertu d’une décision de justice ; la raison vous serait indiquée et vous pourriez la contester.",
    given: (f) => `Ce que vous recevez pour un avis, quelles que soient ses étoiles : ${f.incentive}`,
    lives: (f) =>
      `Ce lien n’est destiné qu’à vous et accepte votre réponse jusqu’au ${f.expires}. Avec le même lien, vous pourrez ensuite modifier ou retirer votre avis à tout moment.`,
    replied: (f) =>
      `${f.business} a répondu à votre avis sur le travail terminé le ${f.finished}. Avec votre lien, vous pouvez lire la réponse et modifier ou retirer votre avis.`,
    withheld: (f, reason) =>
      `${f.business} n’affiche pas votre avis sur le travail terminé le ${f.finished}. Raison donnée : ${reason}. Il est public qu’un avis est retenu, et pourquoi ; vos mots ne le sont pas.`,
    contest:
      "Si vous n’êtes pas d’accord, contestez-le avec votre lien. Il permet aussi de modifier ou de retirer votre avis.",
    removed: (f, reason) =>
      `Votre avis sur le travail terminé le ${f.finished} a été retiré des pages de ${f.business}. Raison donnée : ${reason}. Si vous n’êtes pas d’accord, répondez à ce message.`,
    open: "Ouvrir votre avis",
    site: "Tous les avis",
    noMore: "Si vous ne souhaitez plus être sollicité :",
    unsubscribe: "Se désinscrire",
    sealed:
      "Pour que personne ne puisse changer après coup qui nous avons interrogé, ceci est scellé dans notre registre public :",
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
      invitation: (f) => `Wie war unsere Arbeit? Ihre Bewertung für ${f.business}`,
      reminder: (f) => `Erinnerung: Ihre Bewertung für ${f.business}`,
      reply: (f) => `${f.business} hat auf Ihre Bewertung geantwortet`,
      withheld: (f) => `Ihre Bewertung von ${f.business} wird nicht gezeigt`,
      removed: (f) => `Ihre Bewertung von ${f.business} wurde entfernt`,
    },
    hello: ({ customer }) => (customer === null ? "Guten Tag," : `Guten Tag ${customer},`),
    thanks: "vielen Dank für Ihr Vertrauen.",
    asks: (f) =>
      `${f.business} bittet Sie um eine Bewertung dieser Arbeit: ${f.service ?? "unser Besuch"}, abgeschlossen am ${f.finished}.`,
    reminds: (f) =>
      `${f.business} hat Sie um eine Bewertung dieser Arbeit gebeten: ${f.service ?? "unser Besuch"}, abgeschlossen am ${f.finished}. Dies ist die einzige Erinnerung.`,
    write: "Bewertung schreiben",
    published: (f) =>
      `Ihre Sterne, Ihr Text und der Name, den Sie wählen (auch gar keiner), werden unter ${f.site} und als offene Daten veröffentlicht, die andere weitergeben dürfen${f.license === null ? "" : `, unter der Lizenz ${f.license}`}. Ihre E-Mail-Adresse und Telefonnummer werden nie veröffentlicht.`,
    everyAnswer:
      "Jede Antwort wird veröffentlicht, gleich wie viele Sterne sie hat. Zurückgehalten werden darf sie nur, wenn sie personenbezogene Daten anderer enthält, beleidigend ist, einen anderen Betrieb betrifft oder eine rechtliche Anordnung es verlangt; der Grund würde Ihnen genannt, und Sie könnten widersprechen.",
    given: (f) => `Was Sie für eine Bewertung bekommen, gleich wie viele Sterne sie hat: ${f.incentive}`,
    lives: (f) =>
      `Der Link ist nur für Sie und nimmt Ihre Antwort bis zum ${f.expires} an. Mit demselben Link können Sie Ihre Bewertung später jederzeit ändern oder zurückziehen.`,
    replied: (f) =>
      `${f.business} hat auf Ihre Bewertung der Arbeit geantwortet, die am ${f.finished} abgeschlossen wurde. Mit Ihrem Link können Sie die Antwort lesen und Ihre Bewertung ändern oder zurückziehen.`,
    withheld: (f, reason) =>
      `${f.business} zeigt Ihre Bewertung der Arbeit nicht, die am ${f.finished} abgeschlossen wurde. Angegebener Grund: ${reason}. Dass eine Bewertung zurückgehalten wird und warum, ist öffentlich; Ihre Worte sind es nicht.`,
    contest:
      "Wenn Sie nicht einverstanden sind, widersprechen Sie mit Ihrem Link. Mit ihm können Sie Ihre Bewertung auch ändern oder zurückziehen.",
    removed: (f, reason) =>
      `Ihre Bewertung der Arbeit, die am ${f.finished} abgeschlossen wurde, wurde von den Seiten von ${f.business} entfernt. Angegebener Grund: ${reason}. Wenn Sie nicht einverstanden sind, antworten Sie auf diese Nachricht.`,
    open: "Bewertung öffnen",
    site: "Alle Bewertungen",
    noMore: "Wenn Sie nicht wieder gefragt werden möchten:",
    unsubscribe: "Abmelden",
    sealed:
      "Damit niemand nachträglich ändern kann, wen wir gefragt haben, ist dies in unserem öffentlichen Protokoll versiegelt:",
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
