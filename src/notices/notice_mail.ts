/** Notices as mail, in the language of the business. Subjects hold counts alone; what is personal stays behind the links. */
import { bothForms, type MailContent, type MailLanguage, mailLanguage, type Paragraph } from "../invitations/mod.ts";
import type { Digest, LowDisk, OwnerNotice, ReviewsChanged } from "./notice.ts";

/** Whose notices they are. */
export interface NoticeReader {
  /** Name of the business; null before it has one. */
  readonly business: string | null;
  /** BCP 47; null where nobody said. */
  readonly language: string | null;
}

/** Where links lead. */
interface NoticeLinks {
  readonly site: string;
  /** Null where there is none. */
  readonly consoleUrl: string | null;
}

/** A notice as a message; the same for the same notice. */
export function writeNotice(
  notice: OwnerNotice,
  { business, language: wanted }: NoticeReader,
  links: NoticeLinks,
): MailContent {
  const language = mailLanguage(wanted, null);
  const words = NOTICE_WORDS[language];
  const { subject, paragraphs } = sayNotice(notice, words, links);
  const full = business === null ? subject : `${business}: ${subject}`;
  const all = [...paragraphs, { text: words.why, isSmall: true }];
  return { language, subject: full, ...bothForms(all, full, language), unsubscribeUrl: null };
}

interface Said {
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
}

function sayNotice(notice: OwnerNotice, words: NoticeWords, links: NoticeLinks): Said {
  const plain = ([subject, text]: readonly [string, string], link?: Paragraph["link"]): Said => {
    return { subject, paragraphs: [{ text, ...(link && { link }) }] };
  };
  const toConsole = (path: string, label: string) => ({ label, url: (links.consoleUrl ?? links.site) + path });
  switch (notice.type) {
    case "review.contested":
    case "review.reported": {
      const said = notice.type === "review.contested" ? words.contested : words.reported;
      return plain(said, linkOfReview(notice.data.review_id, words, links));
    }
    case "import.failed":
      return plain(words.importFailed(notice.data.since), toConsole("", words.console));
    case "backup.failed":
      return plain(
        words.backupFailed(notice.data.failures),
        toConsole(links.consoleUrl === null ? "" : "/backups", words.console),
      );
    case "mail.undeliverable":
      return plain(words.undeliverable(notice.data.count), toConsole("", words.console));
    case "subscriber.removed":
      return plain(words.subscriberRemoved, toConsole("", words.console));
    case "disk.low":
      return plain(words.diskLow(notice.data.disk), toConsole("", words.console));
    case "digest":
      return { subject: words.digest, paragraphs: paragraphsOfDigest(notice.data, words, links) };
    case "test":
      return plain(words.test);
    default:
      return sayReviews(notice.data, words, links);
  }
}

function sayReviews({ counts, review_ids: ids }: ReviewsChanged, words: NoticeWords, links: NoticeLinks): Said {
  const subject = countsInWords(counts, words);
  const more = counts.new + counts.edited + counts.withdrawn - ids.length;
  const paragraphs = ids.map((id): Paragraph => ({ text: "", link: linkOfReview(id, words, links) }));
  const rest = more > 0 ? [{ text: words.more(more) }] : [];
  return { subject, paragraphs: [{ text: `${subject}.` }, ...paragraphs, ...rest] };
}

function countsInWords(counts: ReviewsChanged["counts"], words: NoticeWords): string {
  const kinds = (["new", "edited", "withdrawn"] as const).filter((kind) => counts[kind] > 0);
  return kinds.length === 0 ? words.nothing : kinds.map((kind) => words.counts[kind](counts[kind])).join(", ");
}

function linkOfReview(id: string, words: NoticeWords, { site, consoleUrl }: NoticeLinks) {
  return { label: `${words.review} ${id}`, url: `${consoleUrl ?? site}/reviews/${encodeURIComponent(id)}` };
}

function paragraphsOfDigest(digest: Digest, words: NoticeWords, { site, consoleUrl }: NoticeLinks): Paragraph[] {
  const { counts, waiting, published } = digest;
  const stars = (average: number | null) => (average === null ? "" : ` (${words.stars(average)})`);
  const waits = (["unanswered", "objections", "unverified", "undeliverable"] as const).filter(
    (kind) => waiting[kind] > 0,
  );
  const came = `${countsInWords(counts, words)}${stars(digest.average_rating_of_new)}`;
  const open = { label: words.console, url: consoleUrl ?? site };
  return [
    { text: `${words.week(digest.from, digest.to)}: ${came}.` },
    waits.length === 0
      ? { text: words.nothingWaits }
      : { text: `${words.waits}: ${waits.map((kind) => words.waiting[kind](waiting[kind])).join(", ")}.`, link: open },
    { text: `${words.published(published)}${stars(digest.average_rating)}.`, link: { label: words.site, url: site } },
  ];
}

/** Sentences of a subject and of a text. */
type Sentences = readonly [subject: string, text: string];
type Count = (count: number) => string;

interface NoticeWords {
  readonly counts: Readonly<Record<keyof ReviewsChanged["counts"], Count>>;
  readonly nothing: string;
  readonly more: Count;
  readonly contested: Sentences;
  readonly reported: Sentences;
  readonly importFailed: (since: string) => Sentences;
  readonly backupFailed: (failures: number) => Sentences;
  readonly undeliverable: (count: number) => Sentences;
  readonly subscriberRemoved: Sentences;
  readonly diskLow: (disk: LowDisk) => Sentences;
  readonly test: Sentences;
  readonly digest: string;
  readonly week: (from: string, to: string) => string;
  readonly stars: (average: number) => string;
  readonly waits: string;
  readonly nothingWaits: string;
  readonly waiting: Readonly<Record<keyof Digest["waiting"], Count>>;
  readonly published: Count;
  readonly review: string;
  readonly console: string;
  readonly site: string;
  readonly why: string;
}

/** A count with its noun, by the plural of a language. */
function counter(language: MailLanguage): (one: string, other: string) => Count {
  const rules = new Intl.PluralRules(language);
  const digits = new Intl.NumberFormat(language);
  return (one, other) => (count) => `${digits.format(count)} ${rules.select(count) === "one" ? one : other}`;
}

const [en, es, fr, de] = [counter("en"), counter("es"), counter("fr"), counter("de")];
const day = (language: MailLanguage) => {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format;
  return (date: string) => format(Date.parse(date));
};
const rating = (language: MailLanguage) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format;

const NOTICE_WORDS: Readonly<Record<MailLanguage, NoticeWords>> = {
  en: {
    counts: {
      new: en("new review", "new reviews"),
      edited: en("edited review", "edited reviews"),
      withdrawn: en("review withdrawn", "reviews withdrawn"),
    },
    nothing: "no reviews",
    more: (count) => `And ${en("more", "more")(count)}.`,
    contested: [
      "an author objects",
      "The author of a withheld review objects. Read the objection, then publish the review or close the objection.",
    ],
    reported: [
      "a review was reported",
      "A reader has reported a review. Read the reason, then decide whether it stays.",
    ],
    importFailed: (since) => [
      "an import failed",
      `An import has failed (first on ${day("en")(since)}). It changed nothing. Run it by hand to see why. You get no further notice until an import has succeeded and then failed again.`,
    ],
    backupFailed: (failures) => [
      "backups are failing",
      `The last ${failures} backups failed. Check the folder in BACKUP_DIR: is it full or no longer writable? You get no further notice until a backup has succeeded and then failed again.`,
    ],
    undeliverable: (count) => [
      "mail bounced",
      `${en("customer", "customers")(count)} could not be reached by mail today. Their addresses may be wrong.`,
    ],
    subscriberRemoved: [
      "a subscriber was removed",
      "A program that subscribed to your reviews could not be reached and was removed. It may subscribe again.",
    ],
    diskLow: (disk) => [
      "disk space is low",
      `The disk of ${disk === "database" ? "the database" : "the backups"} is nearly full. Once it is full, nothing can be saved.`,
    ],
    test: ["this is a test", "Notices reach you here. There is nothing to do."],
    digest: "your week",
    week: (from, to) => `From ${day("en")(from)} to ${day("en")(to)}`,
    stars: (average) => `${rating("en")(average)} of 5 stars on average`,
    waits: "To do",
    nothingWaits: "Nothing to do.",
    waiting: {
      unanswered: en("review without a reply", "reviews without a reply"),
      objections: en("objection or report", "objections and reports"),
      unverified: en("review not verified", "reviews not verified"),
      undeliverable: en("customer not reached by mail", "customers not reached by mail"),
    },
    published: (count) => `${en("review", "reviews")(count)} published`,
    review: "Review",
    console: "Open the console",
    site: "Your public page",
    why: "You receive this because NOTICE_MAIL on your Goodword server is set to this address.",
  },
  es: {
    counts: {
      new: es("reseña nueva", "reseñas nuevas"),
      edited: es("reseña modificada", "reseñas modificadas"),
      withdrawn: es("reseña retirada", "reseñas retiradas"),
    },
    nothing: "ninguna reseña",
    more: (count) => `Y ${es("más", "más")(count)}.`,
    contested: [
      "un autor reclama",
      "El autor de una reseña no publicada reclama. Lea la reclamación y publique la reseña o cierre la reclamación.",
    ],
    reported: [
      "han denunciado una reseña",
      "Un lector ha denunciado una reseña. Lea el motivo y decida si se mantiene.",
    ],
    importFailed: (since) => [
      "ha fallado una importación",
      `Ha fallado una importación (por primera vez el ${day("es")(since)}). No ha cambiado nada. Repítala a mano para ver el motivo. No volveremos a avisarle hasta que alguna haya funcionado.`,
    ],
    backupFailed: (failures) => [
      "fallan las copias de seguridad",
      `Las últimas ${failures} copias de seguridad han fallado. Revise la carpeta de BACKUP_DIR: ¿está llena o ya no se puede escribir en ella? No volveremos a avisarle hasta que alguna haya funcionado.`,
    ],
    undeliverable: (count) => [
      "correo devuelto",
      `Hoy no se ha podido llegar por correo a ${es("cliente", "clientes")(count)}. Puede que las direcciones sean erróneas.`,
    ],
    subscriberRemoved: [
      "se ha dado de baja a un suscriptor",
      "Un programa suscrito a sus reseñas no respondía y se ha dado de baja. Puede volver a suscribirse.",
    ],
    diskLow: (disk) => [
      "queda poco espacio en disco",
      `El disco de ${disk === "database" ? "la base de datos" : "las copias de seguridad"} está casi lleno. Cuando se llene, no se podrá guardar nada.`,
    ],
    test: ["esto es una prueba", "Los avisos le llegan aquí. No tiene que hacer nada."],
    digest: "su semana",
    week: (from, to) => `Del ${day("es")(from)} al ${day("es")(to)}`,
    stars: (average) => `${rating("es")(average)} de 5 estrellas en promedio`,
    waits: "Pendiente",
    nothingWaits: "No hay nada pendiente.",
    waiting: {
      unanswered: es("reseña sin respuesta", "reseñas sin respuesta"),
      objections: es("reclamación o denuncia", "reclamaciones y denuncias"),
      unverified: es("reseña sin verificar", "reseñas sin verificar"),
      undeliverable: es("cliente al que no llegó el correo", "clientes a los que no llegó el correo"),
    },
    published: es("reseña publicada", "reseñas publicadas"),
    review: "Reseña",
    console: "Abrir la consola",
    site: "Su página pública",
    why: "Recibe este mensaje porque NOTICE_MAIL de su servidor Goodword indica esta dirección.",
  },
  fr: {
    counts: {
      new: fr("nouvel avis", "nouveaux avis"),
      edited: fr("avis modifié", "avis modifiés"),
      withdrawn: fr("avis retiré", "avis retirés"),
    },
    nothing: "aucun avis",
    more: (count) => `Et ${fr("autre", "autres")(count)}.`,
    contested: [
      "un auteur conteste",
      "L’auteur d’un avis non publié conteste. Lisez sa contestation, puis publiez l’avis ou classez-la.",
    ],
    reported: ["un avis est signalé", "Un lecteur a signalé un avis. Lisez le motif et décidez s’il est maintenu."],
    importFailed: (since) => [
      "un import a échoué",
      `Un import a échoué (la première fois le ${day("fr")(since)}). Il n’a rien modifié. Relancez-le à la main pour voir pourquoi. Vous ne serez plus averti tant qu’aucune n’aura réussi.`,
    ],
    backupFailed: (failures) => [
      "les sauvegardes échouent",
      `Les ${failures} dernières sauvegardes ont échoué. Vérifiez le dossier de BACKUP_DIR : est-il plein, ou n’est-il plus accessible en écriture ? Vous ne serez plus averti tant qu’aucune n’aura réussi.`,
    ],
    undeliverable: (count) => [
      "message non remis",
      `Aujourd’hui, ${fr("client n’a pas pu être joint", "clients n’ont pas pu être joints")(count)} par e-mail. Les adresses sont peut-être erronées.`,
    ],
    subscriberRemoved: [
      "un abonné a été retiré",
      "Un programme abonné à vos avis ne répondait plus et a été retiré. Il peut s’abonner à nouveau.",
    ],
    diskLow: (disk) => [
      "il reste peu d’espace disque",
      `Le disque ${disk === "database" ? "de la base de données" : "des sauvegardes"} est presque plein. Une fois plein, plus rien ne pourra être enregistré.`,
    ],
    test: ["ceci est un test", "Les notifications vous parviennent ici. Vous n’avez rien à faire."],
    digest: "votre semaine",
    week: (from, to) => `Du ${day("fr")(from)} au ${day("fr")(to)}`,
    stars: (average) => `${rating("fr")(average)} étoiles sur 5 en moyenne`,
    waits: "À traiter",
    nothingWaits: "Rien à traiter.",
    waiting: {
      unanswered: fr("avis sans réponse", "avis sans réponse"),
      objections: fr("contestation ou signalement", "contestations et signalements"),
      unverified: fr("avis non vérifié", "avis non vérifiés"),
      undeliverable: fr("client non joint par e-mail", "clients non joints par e-mail"),
    },
    published: fr("avis publié", "avis publiés"),
    review: "Avis",
    console: "Ouvrir la console",
    site: "Votre page publique",
    why: "Vous recevez ce message parce que NOTICE_MAIL de votre serveur Goodword indique cette adresse.",
  },
  de: {
    counts: {
      new: de("neue Bewertung", "neue Bewertungen"),
      edited: de("geänderte Bewertung", "geänderte Bewertungen"),
      withdrawn: de("zurückgezogene Bewertung", "zurückgezogene Bewertungen"),
    },
    nothing: "keine Bewertungen",
    more: (count) => `Und ${de("weitere", "weitere")(count)}.`,
    contested: [
      "ein Verfasser widerspricht",
      "Der Verfasser einer zurückgehaltenen Bewertung widerspricht. Lesen Sie den Widerspruch, und veröffentlichen Sie die Bewertung oder schließen Sie ihn ab.",
    ],
    reported: [
      "eine Bewertung wurde gemeldet",
      "Ein Leser hat eine Bewertung gemeldet. Lesen Sie den Grund, und entscheiden Sie, ob sie bleibt.",
    ],
    importFailed: (since) => [
      "ein Import ist fehlgeschlagen",
      `Ein Import ist fehlgeschlagen (zuerst am ${day("de")(since)}). Geändert hat er nichts. Starten Sie ihn von Hand, um den Grund zu sehen. Sie hören erst wieder davon, wenn einer gelungen ist.`,
    ],
    backupFailed: (failures) => [
      "Backups schlagen fehl",
      `Die letzten ${failures} Backups sind fehlgeschlagen. Prüfen Sie den Ordner aus BACKUP_DIR: Ist er voll oder nicht mehr beschreibbar? Sie hören erst wieder davon, wenn eines gelungen ist.`,
    ],
    undeliverable: (count) => [
      "Nachricht unzustellbar",
      `Heute ${count === 1 ? "war" : "waren"} ${de("Kunde", "Kunden")(count)} per E-Mail nicht erreichbar. Vielleicht stimmen die Adressen nicht.`,
    ],
    subscriberRemoved: [
      "ein Abonnent wurde entfernt",
      "Ein Programm, das Ihre Bewertungen abonniert hatte, war nicht erreichbar und wurde entfernt. Es kann sie wieder abonnieren.",
    ],
    diskLow: (disk) => [
      "der Speicherplatz wird knapp",
      `Der Datenträger ${disk === "database" ? "der Datenbank" : "der Backups"} ist fast voll. Ist er voll, kann nichts mehr gespeichert werden.`,
    ],
    test: ["dies ist ein Test", "Mitteilungen kommen hier an. Sie müssen nichts tun."],
    digest: "Ihre Woche",
    week: (from, to) => `Vom ${day("de")(from)} bis ${day("de")(to)}`,
    stars: (average) => `im Schnitt ${rating("de")(average)} von 5 Sternen`,
    waits: "Auf Sie wartet",
    nothingWaits: "Nichts wartet auf Sie.",
    waiting: {
      unanswered: de("Bewertung ohne Antwort", "Bewertungen ohne Antwort"),
      objections: de("Widerspruch oder Meldung", "Widersprüche und Meldungen"),
      unverified: de("ungeprüfte Bewertung", "ungeprüfte Bewertungen"),
      undeliverable: de("per E-Mail nicht erreichter Kunde", "per E-Mail nicht erreichte Kunden"),
    },
    published: (count) => `${de("Bewertung", "Bewertungen")(count)} veröffentlicht`,
    review: "Bewertung",
    console: "Konsole öffnen",
    site: "Ihre öffentliche Seite",
    why: "Sie erhalten dies, weil NOTICE_MAIL Ihres Goodword-Servers diese Adresse nennt.",
  },
};
