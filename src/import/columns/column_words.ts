/**
 * The names of columns and JSON keys of reviews: those that tools use, and those that people use in ten languages.
 *
 * Data only. Names are compared by {@link foldName}: without case, accents, spaces and punctuation. Where a file has
 * several names of one role, the one that stands first counts. A name belongs here only when it can mean nothing else
 * in a file of reviews: `rating` of a place, or the day on which a page was read, must not be found by it.
 */
import { foldName } from "../../review/mod.ts";

/** What a column can mean. */
export const COLUMN_ROLES = [
  ...["rating", "date", "text", "title", "author", "firstName", "lastName", "reply", "replyDate", "id", "technicians"],
  ...["services", "serviceAreas", "url", "source", "language", "translation", "translationLanguage", "verification"],
  ...["verificationDate", "email", "telephone", "invoice", "shown", "hidden", "timeZone", "parent"],
] as const;
/** What a column can mean. */
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** Names by role. */
export type ColumnNames<Role extends string> = Readonly<Record<Role, readonly string[]>>;

/** English, and the names that tools use. */
export const REVIEW_COLUMNS: ColumnNames<ColumnRole> = {
  rating: [
    ...["review rating", "review stars", "review star rating", "review score", "rating", "stars", "star rating"],
    ...["service rating", "score"],
    ...["star", "rating value", "review rating rating value", "rating rating value", "number of stars", "rating stars"],
    ...["overall rating", "overall score", "overall experience", "customer rating", "client rating", "your rating"],
    ...["reviewer rating", "rating score", "given rating", "star count", "rating given"],
    ...["overall", "marks", "reviewrating value", "review rating score"],
  ],
  date: [
    ...["review date", "review datetime utc", "date", "created at", "create time", "date created", "created date"],
    ...["published", "feedback date", "review created (utc)", "timestamp", "review creation date", "published at date"],
    ...["published at", "publish date", "date published", "publish at", "published date", "publish time"],
    ...["review created", "created", "created on", "created at utc", "time created"],
    ...["iso date", "date of review", "review time", "time", "date posted", "posted at", "posted on", "posted"],
    ...["posted date", "review posted", "submitted at", "submitted on", "submission date", "date submitted"],
    ...["submitted", "reviewed at", "reviewed on", "review published at", "created time", "creation date"],
    ...["review timestamp", "date time", "datetime", "when", "added", "date added", "time stamp", "relative date"],
    ...["relative time description", "review submitted", "received", "received at", "date received"],
    ...["published label", "date label", "relative publish time description", "review date time", "collected at"],
    ...["completed at"],
  ],
  text: [
    ...["original text text", "extracted snippet original", "text original", "snippet original"],
    ...["review text", "review body", "review content", "review comment"],
    ...["text", "body", "comment", "content", "review", "message", "service comment"],
    ...["comments", "snippet", "description", "feedback", "testimonial", "your review", "quote"],
    ...["review description", "review comments", "comment text", "feedback text", "text text", "review message"],
    ...["customer comments", "customer comment", "customer feedback", "client feedback", "recommendation text"],
    ...["review snippet", "review text full", "public review", "excerpt", "detailed review", "review full text"],
    ...["full review", "post content", "opinion", "comment body"],
    // Tools that name the owner's reply like this have another name for the customer's text.
    "comment content",
  ],
  title: ["review title", "title", "headline", "subject", "summary", "review headline", "review subject", "heading"],
  author: [
    ...["reviewer name", "author name", "customer name", "review username", "author", "reviewer", "customer"],
    ...["author title", "user name", "username", "user", "reviewer display name", "display name", "consumer"],
    ...["consumer display name", "consumer name", "author display name", "author attribution display name"],
    ...["nickname", "client", "client name", "full name", "reviewed by", "written by", "posted by", "by"],
    ...["customer full name", "your name", "member", "person", "homeowner", "reviewer title", "contact name"],
    ...["profile name", "user display name", "reviewer full name", "review author", "contact", "user full name"],
    ...["user profile name", "customer display name", "name"],
  ],
  // Together they are the author. "Name" beside one of them is the other.
  firstName: [
    ...["first name", "given name", "forename", "fname", "reviewer first name", "author first name"],
    ...["customer first name", "client first name", "user first name", "consumer first name", "contact first name"],
    ...["customer first", "client first"],
  ],
  lastName: [
    ...["last name", "surname", "family name", "lname", "reviewer last name", "author last name"],
    ...["customer last name", "client last name", "user last name", "consumer last name", "contact last name"],
    ...["reviewer surname", "customer surname", "customer last", "client last"],
  ],
  reply: [
    ...["reply", "response", "owner response", "company reply content", "owner answer", "response text"],
    ...["response from owner text", "business response", "reply text", "owner reply", "business reply"],
    ...["review reply comment", "review reply", "company reply", "company reply text", "reply content"],
    ...["response from owner", "merchant reply", "merchant response", "company response", "public reply"],
    ...["reply comment", "response snippet", "review reply text", "business owner response", "reply body"],
    ...["response comment", "owner response text", "public response", "replies text", "store reply", "our reply"],
    ...["response body", "comment content", "shop reply", "our response", "reply from owner", "public replies"],
    ...["business owner replies comment", "owner comment", "responses body"],
  ],
  replyDate: [
    ...["reply date", "response date", "company reply date (utc)", "owner answer timestamp datetime utc"],
    ...["response from owner date", "owner response date", "reply created at", "review reply update time"],
    ...["reply update time", "replied at", "responded at", "company reply created at", "response created at"],
    ...["reply time", "business response date", "comment creation date", "replied on", "date of reply"],
    ...["responded on", "date replied", "responses created at", "owner reply date", "reply timestamp"],
  ],
  id: ["review id", "id", "review uuid", "uuid", "review reference", "review uid", "feedback id", "review number"],
  technicians: [
    ...["technicians", "technician", "tech", "employee", "served by", "technician name", "team member", "staff"],
    ...["staff member", "employee name", "tech name", "serviced by", "performed by", "crew"],
  ],
  services: ["services", "service", "job type", "category", "service type", "service performed", "work done", "trade"],
  serviceAreas: ["service areas", "service area", "area"],
  url: ["review url", "review link", "source url", "url", "link", "permalink", "review permalink", "google maps uri"],
  source: [
    ...["review source", "review site", "source", "site", "platform", "source name", "provider", "network"],
    ...["source type", "publisher", "source site", "review platform", "publisher name", "review origin", "origin"],
  ],
  language: [
    ...["language", "locale", "review language", "language code", "lang", "original language", "text language code"],
  ],
  translation: [
    ...["translation", "text translated", "translated text", "text translation", "review translation"],
    ...["review text translated", "translated review text", "translated review", "review translated"],
    ...["snippet translated", "extracted snippet translated", "comment translated", "translated comment"],
  ],
  translationLanguage: ["translation language", "translated language", "translation language code"],
  verification: ["verification", "verification method"],
  verificationDate: ["verification date"],
  // Stored as keyed hashes, for comparison with a list of jobs.
  email: [
    ...["email", "reviewer email", "author email", "customer email", "review user email", "email address"],
    ...["e-mail", "client email", "user email", "contact email", "consumer email", "customer e-mail"],
  ],
  telephone: [
    ...["phone", "telephone", "customer phone", "reviewer phone", "mobile", "phone number", "mobile number"],
    ...["client phone", "contact phone", "cell", "telephone number"],
  ],
  invoice: [
    ...["invoice", "invoice number", "invoice no", "job number", "order number", "order id", "reference number"],
    ...["job id", "work order", "invoice id", "order reference", "order ref", "job no", "reference id"],
  ],
  // Only by the owner's answer; `moderation.ts` recognises columns by their names.
  shown: [],
  hidden: [],
  // The id of the review that a row answers.
  parent: [
    ...["comment parent", "parent id", "parent", "in reply to", "in reply to id", "reply to", "reply to id"],
    ...["parent review id", "parent comment id", "parent review", "replied to id"],
  ],
  // The time zone of times in the row without their own.
  timeZone: [
    ...["timezone", "time zone", "tz", "review timezone", "date timezone", "created timezone", "created at timezone"],
    ...["created at tz", "timezone name", "timezone id", "utc offset", "gmt offset", "timezone offset", "tz offset"],
  ],
};

/** Names in other languages. No name has two meanings in two languages. */
export const TRANSLATED_COLUMNS: Readonly<Record<string, Partial<ColumnNames<ColumnRole>>>> = {
  de: {
    rating: [
      ...["Bewertung (Sterne)", "Sterne", "Anzahl Sterne", "Sternebewertung", "Gesamtbewertung", "Punkte", "Bewertung"],
    ],
    date: ["Datum", "Bewertungsdatum", "Erstellt am", "Datum der Bewertung", "Veröffentlicht am", "Abgegeben am"],
    text: [
      ...["Text der Bewertung", "Bewertungstext", "Kommentar", "Rezension", "Rezensionstext", "Kundenmeinung"],
      ...["Nachricht", "Bewertung"],
    ],
    title: ["Titel", "Überschrift", "Betreff"],
    author: ["Kunde", "Kundenname", "Autor", "Verfasser", "Rezensent", "Nutzer", "Bewerter"],
    firstName: ["Vorname"],
    lastName: ["Nachname", "Familienname", "Zuname"],
    reply: ["Antwort", "Antwort des Inhabers", "Antworttext", "Unsere Antwort"],
    replyDate: ["Antwortdatum", "Datum der Antwort", "Beantwortet am"],
    id: ["Bewertungs-ID", "Rezensions-ID"],
    technicians: ["Techniker", "Mitarbeiter", "Monteur"],
    services: ["Leistung", "Dienstleistung"],
    source: ["Quelle", "Plattform", "Portal"],
    language: ["Sprache"],
    telephone: ["Telefon", "Telefonnummer"],
    invoice: ["Rechnung", "Rechnungsnummer", "Auftragsnummer"],
    timeZone: ["Zeitzone"],
  },
  fr: {
    rating: ["Note", "Étoiles", "Nombre d'étoiles", "Note globale", "Évaluation"],
    date: ["Date de l'avis", "Date de publication", "Date de création", "Publié le", "Créé le", "Date avis"],
    text: ["Avis", "Commentaire", "Texte", "Texte de l'avis", "Commentaire client", "Témoignage"],
    title: ["Titre", "Titre de l'avis", "Objet"],
    author: ["Auteur", "Nom", "Nom du client", "Pseudo", "Nom de l'auteur"],
    firstName: ["Prénom", "Prénom du client"],
    lastName: ["Nom de famille"],
    reply: ["Réponse", "Réponse du propriétaire", "Notre réponse"],
    replyDate: ["Date de réponse", "Date de la réponse", "Répondu le"],
    id: ["Identifiant de l'avis", "ID avis"],
    technicians: ["Technicien", "Employé"],
    services: ["Prestation"],
    source: ["Plateforme"],
    language: ["Langue"],
    telephone: ["Téléphone"],
    invoice: ["Facture", "Numéro de facture", "Numéro de commande"],
    timeZone: ["Fuseau horaire"],
  },
  es: {
    rating: ["Calificación", "Puntuación", "Estrellas", "Valoración", "Número de estrellas"],
    date: ["Fecha", "Fecha de la reseña", "Fecha de publicación", "Fecha de creación", "Publicado el", "Fecha reseña"],
    text: ["Reseña", "Comentario", "Opinión", "Texto", "Texto de la reseña", "Testimonio"],
    title: ["Título"],
    author: ["Autor", "Cliente", "Nombre", "Nombre del cliente", "Usuario"],
    firstName: ["Primer nombre", "Nombre de pila"],
    lastName: ["Apellido", "Apellidos", "Primer apellido"],
    reply: ["Respuesta", "Respuesta del propietario", "Nuestra respuesta"],
    replyDate: ["Fecha de respuesta", "Fecha de la respuesta", "Respondido el"],
    id: ["ID de la reseña", "ID de reseña"],
    technicians: ["Técnico", "Empleado"],
    services: ["Servicio"],
    source: ["Fuente", "Plataforma"],
    language: ["Idioma"],
    telephone: ["Teléfono"],
    invoice: ["Factura", "Número de factura"],
    timeZone: ["Zona horaria"],
  },
  it: {
    rating: ["Valutazione", "Stelle", "Voto", "Punteggio", "Numero di stelle"],
    date: ["Data", "Data recensione", "Data della recensione", "Data di pubblicazione", "Pubblicato il"],
    text: ["Recensione", "Commento", "Testo", "Testo della recensione"],
    title: ["Titolo"],
    author: ["Autore", "Nome", "Nome cliente", "Utente"],
    lastName: ["Cognome"],
    reply: ["Risposta", "Risposta del proprietario"],
    replyDate: ["Data risposta", "Data della risposta"],
    id: ["ID recensione"],
    technicians: ["Tecnico"],
    services: ["Servizio"],
    source: ["Fonte", "Piattaforma"],
    language: ["Lingua"],
    invoice: ["Fattura", "Numero fattura"],
    timeZone: ["Fuso orario"],
  },
  pt: {
    rating: ["Avaliação (estrelas)", "Estrelas", "Nota", "Classificação", "Pontuação", "Avaliação"],
    date: ["Data da avaliação", "Data de publicação", "Data de criação", "Publicado em", "Criado em"],
    text: ["Comentário", "Texto da avaliação", "Depoimento", "Opinião do cliente", "Avaliação"],
    author: ["Nome do cliente", "Usuário", "Utilizador"],
    firstName: ["Primeiro nome", "Nome próprio"],
    lastName: ["Sobrenome", "Apelido", "Último nome"],
    reply: ["Resposta", "Resposta do proprietário"],
    replyDate: ["Data da resposta", "Respondido em"],
    id: ["ID da avaliação"],
    services: ["Serviço"],
    source: ["Fonte da avaliação"],
    telephone: ["Telefone"],
    invoice: ["Fatura", "Número da fatura", "Nota fiscal"],
    timeZone: ["Fuso horário"],
  },
  nl: {
    rating: [
      ...["Beoordeling (sterren)", "Sterren", "Aantal sterren", "Cijfer", "Waardering", "Totaalscore", "Beoordeling"],
    ],
    date: ["Datum beoordeling", "Datum review", "Geplaatst op", "Aangemaakt op", "Datum van plaatsing"],
    text: ["Recensie", "Opmerking", "Reviewtekst", "Toelichting", "Tekst", "Beoordeling"],
    author: ["Klant", "Klantnaam", "Naam", "Auteur review", "Naam klant"],
    firstName: ["Voornaam"],
    lastName: ["Achternaam"],
    reply: ["Antwoord", "Reactie", "Reactie van eigenaar", "Onze reactie"],
    replyDate: ["Datum reactie", "Datum antwoord"],
    id: ["Beoordelings-ID"],
    technicians: ["Monteur naam", "Medewerker"],
    services: ["Dienst"],
    source: ["Bron"],
    language: ["Taal"],
    telephone: ["Telefoonnummer"],
    invoice: ["Factuur", "Factuurnummer"],
    timeZone: ["Tijdzone"],
  },
  pl: {
    rating: ["Ocena", "Gwiazdki", "Liczba gwiazdek"],
    date: ["Data opinii", "Data dodania", "Data utworzenia", "Opublikowano"],
    text: ["Opinia", "Treść", "Treść opinii", "Komentarz", "Recenzja"],
    title: ["Tytuł"],
    author: ["Klient", "Imię", "Imię i nazwisko", "Użytkownik"],
    lastName: ["Nazwisko"],
    reply: ["Odpowiedź", "Odpowiedź właściciela"],
    replyDate: ["Data odpowiedzi"],
    id: ["ID opinii"],
    services: ["Usługa"],
    source: ["Źródło"],
    language: ["Język"],
    invoice: ["Faktura", "Numer faktury"],
    timeZone: ["Strefa czasowa"],
  },
  ru: {
    rating: ["Оценка", "Рейтинг", "Звезды", "Звёзды", "Количество звезд"],
    date: ["Дата", "Дата отзыва", "Дата публикации", "Дата создания", "Опубликовано"],
    text: ["Отзыв", "Текст", "Текст отзыва", "Комментарий"],
    title: ["Заголовок"],
    author: ["Автор", "Имя", "Клиент", "Имя клиента", "Пользователь"],
    lastName: ["Фамилия"],
    reply: ["Ответ", "Ответ владельца", "Ответ компании"],
    replyDate: ["Дата ответа"],
    id: ["ID отзыва"],
    services: ["Услуга"],
    source: ["Источник", "Площадка"],
    language: ["Язык"],
    telephone: ["Телефон"],
    invoice: ["Номер счета", "Номер заказа"],
    timeZone: ["Часовой пояс"],
  },
  sv: {
    rating: ["Betyg", "Stjärnor", "Antal stjärnor"],
    date: ["Publicerad", "Skapad", "Recensionsdatum", "Datum för recension"],
    text: ["Recension", "Omdöme", "Recensionstext"],
    title: ["Rubrik"],
    author: ["Kund", "Kundens namn", "Namn", "Författare"],
    firstName: ["Förnamn"],
    lastName: ["Efternamn"],
    reply: ["Svar", "Svar från ägaren"],
    replyDate: ["Svarsdatum"],
    id: ["Recensions-ID"],
    services: ["Tjänst"],
    source: ["Källa"],
    language: ["Språk"],
    invoice: ["Fakturanummer"],
    timeZone: ["Tidszon"],
  },
  // Only names of people are known in these languages.
  da: { firstName: ["Fornavn"], lastName: ["Efternavn"] },
  no: { firstName: ["Fornavn"], lastName: ["Etternavn"] },
  fi: { firstName: ["Etunimi"], lastName: ["Sukunimi"] },
  cs: { firstName: ["Jméno", "Křestní jméno"], lastName: ["Příjmení"] },
  hu: { firstName: ["Keresztnév", "Utónév"], lastName: ["Vezetéknév", "Családnév"] },
  // "Ad" counts only if there is a "Soyad".
  tr: { firstName: ["Ad", "Adı"], lastName: ["Soyad", "Soyadı"] },
};

/** First and last names in all these languages, for other vocabularies. */
export const TRANSLATED_NAMES = {
  first: Object.values(TRANSLATED_COLUMNS).flatMap(({ firstName = [] }) => firstName),
  last: Object.values(TRANSLATED_COLUMNS).flatMap(({ lastName = [] }) => lastName),
} as const;

/** Names of columns of recommendations, whose yes or no is never converted to stars. */
export const RECOMMENDATION_NAMES: readonly string[] = [
  ...["recommendation type", "recommended", "is recommended", "recommends", "recommend", "would recommend"],
  ...["is recommendation", "would you recommend us", "recommendation", "empfehlung", "recommande", "recomienda"],
  ...["thumbs", "sentiment type", "recommends business", "weiterempfehlung", "recommandation", "recomendación"],
];

/** Columns that are personal, or about a page rather than a review. They are ignored without a note. */
export const UNREAD_NAMES: readonly string[] = [
  ...["ip address", "avatar", "picture urls", "image urls", "customer id", "author id", "review consumer user id"],
  ...["reviewer id", "reviewer url", "reviewer photo url", "profile photo url", "author image", "author link"],
  ...["salutation", "name prefix", "honorific", "Anrede", "Civilité", "Tratamiento", "Aanhef"],
  ...["user id", "profile url", "reviewer profile photo url", "author reviews count", "user image url"],
];

/** Names of objects that merely wrap a record. */
const WRAPPER = /^(?:review|attributes|node|fields|data|dates|item|properties|json)\./i;

/** A JSON path without the object that merely wraps the record. */
export function withoutWrapper(column: string): string {
  return column.replace(WRAPPER, "");
}

/** Folds a column's name or JSON path for comparison. */
export function foldPath(column: string): string {
  const place = column.startsWith("^.") ? "^" : "";
  const bare = withoutWrapper(column);
  return place + foldName(bare === "" ? column : bare);
}
