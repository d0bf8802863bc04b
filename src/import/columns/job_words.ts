/**
 * The words in lists of jobs: names of columns, and values of status and consent columns, as programs for field service
 * export them in English, German, Spanish and French. Data only; names are compared by {@link foldName}.
 */
import { type ColumnNames, TRANSLATED_NAMES } from "./column_words.ts";

/** Names of columns by role. If a list has several of a role, the first one here counts. */
export const JOB_COLUMNS = {
  date: [
    ...["finished", "finished at", "finished on", "finish date", "date finished", "completed", "completed on"],
    ...["completed date", "job completed date", "job completed on", "completion date", "job completion date"],
    ...["date completed", "completed at", "completed time", "completed on date", "work timestamps completed at"],
    ...["job completed", "work completed", "service completed", "visit completed date", "actual end"],
    ...["actual end date", "closed", "closed at", "closed on", "closed date", "date closed", "job closed date"],
    ...["end date", "end at", "ended at", "end time", "end", "dtend", "end date time", "end date date", "job end date"],
    ...["visit end", "scheduled end", "schedule scheduled end", "date", "job date", "service date", "date of service"],
    ...["work date", "visit date", "transaction date", "txn date", "invoice date", "issued date"],
    ...["scheduled date", "scheduled", "scheduled start", "scheduled start date", "scheduled on", "scheduled for"],
    ...["scheduled at", "job scheduled start date", "job scheduled date", "schedule start date", "schedule start"],
    ...["schedule scheduled start", "appointment", "appointment date", "appointment start", "start date", "start at"],
    ...["start", "start time", "start date time", "dtstart"],
    ...["Abgeschlossen am", "Abschlussdatum", "Erledigt am", "Fertiggestellt am", "Fertigstellungsdatum", "Beendet am"],
    ...["Ausgeführt am", "Ausführungsdatum", "Durchgeführt am", "Enddatum", "Ende", "Leistungsdatum", "Datum"],
    ...["Auftragsdatum", "Einsatzdatum", "Rechnungsdatum", "Belegdatum", "Termin", "Termindatum"],
    ...["Fecha de finalización", "Fecha finalización", "Fecha de fin", "Fecha fin", "Finalizado el", "Terminado el"],
    ...["Fecha de cierre", "Fecha de realización", "Realizado el", "Fecha del servicio", "Fecha de servicio", "Fecha"],
    ...["Fecha servicio", "Fecha del trabajo", "Fecha de trabajo", "Fecha trabajo", "Fecha de la visita"],
    ...["Fecha de visita", "Fecha de factura", "Fecha factura", "Fecha de la cita", "Fecha cita", "Fecha programada"],
    ...["Terminé le", "Réalisé le", "Date de fin", "Date fin", "Date de fin des travaux", "Date de clôture"],
    ...["Date de réalisation", "Date d'intervention", "Date intervention", "Date de l'intervention"],
    ...["Date des travaux", "Date de visite", "Date de facture", "Date facture", "Date de facturation"],
    ...["Date du rendez-vous", "Date de rendez-vous", "Date rdv", "Date prévue"],
  ],
  customer: [
    ...["customer", "customer name", "name", "client", "client name", "full name", "bill to", "contact"],
    ...["contact name", "display name", "customer display name", "customer full name", "customer ref name"],
    ...["Kunde", "Kundenname", "Name Kunde", "Auftraggeber", "Rechnungsempfänger", "Ansprechpartner"],
    ...["Cliente", "Nombre del cliente", "Nombre cliente", "Nombre completo", "Nombre y apellidos", "Razón social"],
    ...["Nom du client", "Nom client", "Nom complet", "Nom et prénom", "Prénom et nom", "Destinataire", "Contacto"],
  ],
  firstName: [
    ...["first name", "customer first name", "client first name", "given name", "Vorname", "Vorname Kunde"],
    ...["Nombre", "Prénom", "Prénom du client", "Prénom client", "customer first", "client first"],
    ...["Nome", "Imię", "Имя", ...TRANSLATED_NAMES.first],
  ],
  lastName: [
    ...["last name", "customer last name", "client last name", "surname", "family name", "Nachname", "Familienname"],
    ...["Nachname Kunde", "Zuname", "Apellidos", "Apellido", "Primer apellido", "Nom", "Nom de famille"],
    ...["customer last", "client last", ...TRANSLATED_NAMES.last],
  ],
  service: [
    ...["service", "services", "service type", "service name", "title", "job title", "job name", "visit title"],
    ...["line items", "line items name", "line item", "product service", "work performed", "work done", "work type"],
    ...["work", "summary", "subject", "task", "job type", "type", "category", "job description"],
    ...["Leistung", "Leistungen", "Dienstleistung", "Tätigkeit", "Arbeiten", "Auftragsbezeichnung", "Bezeichnung"],
    ...["Betreff", "Gewerk", "Auftragsart", "Servicio", "Servicios", "Tipo de servicio", "Trabajo realizado"],
    ...["Trabajo", "Concepto", "Tarea", "Prestation", "Prestations", "Type d'intervention", "Nature des travaux"],
    ...["Travaux", "Intervention", "Objet", "Désignation", "Libellé"],
  ],
  technician: [
    ...["technician", "tech", "employee", "served by", "assigned to", "assigned techs", "crew", "assigned employees"],
    ...["technician name", "technicians", "assigned technicians", "assigned technician", "assigned employee"],
    ...["assigned employees name", "assigned technicians name", "assigned users name", "assigned users name full"],
    ...["assigned to name", "assigned users", "assigned team members", "visits assigned to", "assignee", "assignees"],
    ...["employees", "team member", "team members", "lead technician", "primary technician", "installer"],
    ...["Techniker", "Monteur", "Mitarbeiter", "Bearbeiter", "Zugewiesen an", "Técnico", "Técnicos", "Operario"],
    ...["Empleado", "Asignado a", "Instalador", "Technicien", "Techniciens", "Intervenant", "Intervenants"],
    ...["Employé", "Assigné à", "Affecté à"],
  ],
  technicianFirstName: [
    ...["technician first name", "employee first name", "assigned employees first name"],
    ...["assigned technicians first name", "assigned users first name", "assigned to first name"],
    ...["assigned users name first", "team members first name"],
  ],
  technicianLastName: [
    ...["technician last name", "employee last name", "assigned employees last name"],
    ...["assigned technicians last name", "assigned users last name", "assigned to last name"],
    ...["assigned users name last", "team members last name"],
  ],
  invoice: [
    ...["invoice", "reference", "invoice number", "invoice no", "invoice num", "invoice id", "job number", "job no"],
    ...["job id", "job", "job reference", "work order", "work order number", "work order id", "order number"],
    ...["order no", "order id", "ticket number", "doc number", "document number", "transaction number", "num", "no"],
    ...["Rechnungsnummer", "Rechnungsnr", "Rechnung Nr", "Rechnung", "Auftragsnummer", "Auftragsnr", "Auftrag Nr"],
    ...["Auftrag", "Belegnummer", "Belegnr", "Vorgangsnummer", "Projektnummer", "Referenz"],
    ...["Número de factura", "Num factura", "No factura", "N factura", "Factura", "Orden de trabajo"],
    ...["Número de orden", "No orden", "N orden", "Orden", "Número de pedido", "No de trabajo", "Referencia"],
    ...["Numéro de facture", "Num facture", "No facture", "N facture", "N de facture", "Facture"],
    ...["Numéro d'intervention", "N intervention", "No intervention", "Bon d'intervention", "N dossier", "Dossier"],
    ...["N chantier", "Référence", "N pièce", "No pièce"],
    ...["Numéro de pièce", "Número", "Numéro"],
  ],
  email: [
    ...["email", "customer email", "client email", "email address", "client emails address", "client emails"],
    ...["customer email address", "primary email", "contact email", "billing email", "bill email"],
    ...["bill email address", "primary email addr address", "main email", "emails", "mail", "attendees email"],
    ...["attendee email", "E-Mail-Adresse", "Mailadresse", "E-Mail Kunde", "Kunden E-Mail", "Correo electrónico"],
    ...["Correo", "Correo del cliente", "Email del cliente", "Courriel", "Adresse e-mail", "Adresse mail"],
    ...["Adresse électronique", "E-mail du client", "E-mail client", "Mail du client"],
  ],
  telephone: [
    ...["phone", "telephone", "mobile", "customer phone", "client phone", "phone number", "mobile number", "cell"],
    ...["customer mobile number", "customer mobile", "client phones number", "client phone number", "mobile phone"],
    ...["customer phone number", "customer telephone", "cell phone", "primary phone", "main phone", "contact phone"],
    ...["customer mobile phone", "home number", "home phone", "customer home number", "customer home phone"],
    ...["primary phone free form number", "work phone", "phones", "phones number", "customer phones number"],
    ...["Telefon", "Telefonnummer", "Handy", "Handynummer", "Mobil", "Mobilnummer", "Mobiltelefon", "Rufnummer", "Tel"],
    ...["Teléfono", "Teléfono móvil", "Móvil", "Celular", "Número de teléfono", "Téléphone", "Téléphone portable"],
    ...["Portable", "Numéro de téléphone", "Tél"],
  ],
  area: [
    ...["area", "service area", "service city", "job city", "property address city", "address city", "city", "town"],
    ...["location city", "customer city", "client city", "suburb", "neighborhood"],
    ...["Einsatzort", "Leistungsort", "Ort", "Stadt", "Bezirk", "Ciudad", "Localidad", "Población", "Municipio"],
    ...["Zona", "Barrio", "Ville", "Commune", "Localité", "Secteur", "Quartier"],
  ],
  language: [
    ...["language", "locale", "customer language", "client language", "preferred language", "Sprache", "Idioma"],
    ...["Langue"],
  ],
  // A list may have several columns of these three roles, found by job_status.ts and consent.ts. The names identify a header.
  status: [
    ...["status", "job status", "work status", "visit status", "cancelled", "canceled", "Auftragsstatus", "Estado"],
    ...["Statut"],
  ],
  mayContact: [
    ...["may contact", "consent", "opt in", "marketing consent", "Einwilligung", "Consentimiento", "Consentement"],
  ],
  mayNotContact: ["do not contact", "do not email", "opt out", "opted out", "unsubscribed"],
} as const satisfies ColumnNames<string>;
export type JobColumn = keyof typeof JOB_COLUMNS;

/** The outcomes of a job. */
export const JOB_STATES = ["finished", "not_finished", "cancelled"] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Types of documents: for finished work, before or without work, and for reversed work. */
export const DOCUMENT_WORDS: Readonly<Record<JobState, readonly string[]>> = {
  finished: [
    ...["invoice", "sales invoice", "tax invoice", "final invoice", "sales receipt", "Rechnung", "Schlussrechnung"],
    ...["Ausgangsrechnung", "RE", "factura", "factura de venta", "facture", "facture de vente"],
  ],
  not_finished: [
    ...["estimate", "estimates", "free estimate", "quote", "quotation", "proposal", "bid", "lead", "draft", "Angebot"],
    ...["Kostenvoranschlag", "presupuesto", "cotización", "devis"],
  ],
  cancelled: [
    ...["credit", "credit note", "credit memo", "refund", "refund receipt", "Gutschrift", "Stornorechnung", "abono"],
    ...["Rechnungskorrektur", "Korrekturrechnung", "nota de crédito", "factura rectificativa", "avoir"],
    ...["note de crédit", "facture d'avoir"],
  ],
};

/** Further types in a list with invoices. In other lists, a "check" may be a visit. */
export const LEDGER_WORDS: Readonly<Record<Exclude<JobState, "finished">, readonly string[]>> = {
  not_finished: [
    ...["order", "sales order", "purchase order", "pro forma", "proforma invoice", "Auftragsbestätigung", "AB", "AN"],
    ...["Proforma-Rechnung", "Bestellung", "pedido", "factura proforma", "bon de commande", "facture proforma"],
    ...["payment", "expense", "bill", "bill payment", "bill payment check", "bill payment credit card", "check"],
    ...["deposit", "transfer", "journal entry", "credit card expense", "cash expense", "vendor credit"],
    ...["inventory qty adjust"],
  ],
  cancelled: ["SR"],
};

/**
 * Values of a status. Words with different meanings in different programs, such as "open", "sent" or "confirmed", are
 * missing: the owner is asked about them.
 */
export const STATUS_WORDS: Readonly<Record<JobState, readonly string[]>> = {
  finished: [
    ...["finished", "completed", "complete", "done", "closed", "complete rated", "complete unrated", "completed rated"],
    ...["completed unrated", "job complete", "job completed", "work complete", "work completed", "service completed"],
    ...["visit completed", "completed paid", "completed unpaid", "completed invoiced", "completed and paid"],
    ...["finalized", "finalised", "fulfilled", "serviced", "signed off", "archived", "invoiced", "billed"],
    ...["requires invoicing", "needs invoicing", "ready to invoice", "ready for invoice", "ready for invoicing"],
    ...["to be invoiced", "invoice sent", "invoice paid", "awaiting payment", "paid", "paid in full", "fully paid"],
    ...["unpaid", "posted", "exported", "deposited", "abgeschlossen", "erledigt", "fertig", "fertiggestellt"],
    ...["beendet", "ausgeführt", "durchgeführt", "geschlossen"],
    ...["abgerechnet", "berechnet", "fakturiert", "verrechnet", "bezahlt", "archiviert", "abgenommen"],
    ...["zu fakturieren", "Rechnung gestellt", "in Rechnung gestellt", "Rechnung erstellt", "Rechnung gesendet"],
    ...["abrechnungsbereit", "terminado", "terminada", "finalizado", "finalizada", "completado", "completada"],
    ...["completo", "realizado", "realizada", "hecho", "hecha", "cerrado", "cerrada", "facturado", "facturada"],
    ...["pagado", "pagada", "cobrado", "cobrada", "concluido", "concluida", "ejecutado", "ejecutada", "archivado"],
    ...["por facturar", "pendiente de pago", "pendiente de facturar", "pendiente de cobro"],
    ...["terminé", "terminée", "achevé", "achevée", "fini", "finie", "fait", "faite", "clos", "close", "clôturé"],
    ...["clôturée", "effectué", "effectuée", "réalisé", "réalisée", "exécuté", "exécutée", "facturé", "facturée"],
    ...["payé", "payée", "réglé", "réglée", "soldé", "soldée", "encaissé", "archivé", "archivée", "à facturer"],
    ...["en attente de paiement", "en attente de règlement"],
  ],
  not_finished: [
    ...DOCUMENT_WORDS.not_finished,
    ...["scheduled", "rescheduled", "unscheduled", "needs scheduling", "needs rescheduling", "in progress"],
    ...["in process", "working", "started", "upcoming", "hold", "on hold", "paused", "pending", "pending approval"],
    ...["dispatched", "assigned", "unassigned", "en route", "on my way", "on the way", "on site", "onsite", "arrived"],
    ...["new", "booked", "tentative", "active", "late", "today", "action required", "awaiting approval", "incomplete"],
    ...["not complete", "not completed", "not finished", "not done", "not started", "unfinished"],
    ...["partially completed", "to do", "todo", "backlog", "requested", "request", "approved", "accepted", "converted"],
    ...["planned", "overdue job", "ending within 30 days", "expiring within 30 days", "has a late visit", "quoted"],
    ...["estimate sent", "quote sent", "estimate scheduled", "geplant", "eingeplant", "terminiert", "disponiert"],
    ...["in Arbeit", "in Bearbeitung", "in Ausführung", "laufend", "läuft", "begonnen", "angefangen", "gestartet"],
    ...["beauftragt", "neu", "angelegt", "Entwurf", "pausiert", "unterbrochen", "ausstehend", "zurückgestellt"],
    ...["verschoben", "nicht begonnen", "nicht erledigt", "unerledigt", "nicht abgeschlossen", "zu planen"],
    ...["zu terminieren", "Termin vereinbart", "Angebot gesendet", "pendiente", "programado", "programada"],
    ...["planificado", "planificada", "agendado", "agendada", "en curso", "en proceso", "en progreso", "iniciado"],
    ...["iniciada", "asignado", "asignada", "sin asignar", "por hacer", "por programar", "sin programar"],
    ...["reprogramado", "reprogramada", "en espera", "en pausa", "borrador", "nuevo", "nueva", "aceptado", "aceptada"],
    ...["no iniciado", "no iniciada", "no terminado", "sin terminar", "presupuestado", "suspendido", "suspendida"],
    ...["planifié", "planifiée", "programmé", "programmée", "à planifier", "à programmer", "prévu", "prévue"],
    ...["en cours", "en attente", "en pause", "à faire", "à venir", "non commencé", "non commencée", "non terminé"],
    ...["non terminée", "commencé", "commencée", "brouillon", "nouveau", "nouvelle", "assigné", "assignée", "affecté"],
    ...["affectée", "accepté", "acceptée", "reporté", "reportée", "suspendu", "suspendue", "devis envoyé"],
  ],
  cancelled: [
    ...DOCUMENT_WORDS.cancelled,
    ...["cancelled", "canceled", "void", "voided", "deleted", "declined", "rejected", "refused", "lost", "closed lost"],
    ...["no show", "customer no show", "aborted", "abandoned", "withdrawn", "duplicate", "refunded"],
    ...["credit card credit", "reversed", "storniert", "Storno", "abgesagt", "abgebrochen", "annulliert", "abgelehnt"],
    ...["gelöscht", "verworfen", "entfallen", "ausgefallen", "zurückgezogen", "nicht angetroffen", "cancelado"],
    ...["cancelada", "anulado", "anulada", "rechazado", "rechazada", "eliminado", "eliminada", "perdido"],
    ...["desestimado", "no realizado", "no realizada", "annulé", "annulée", "refusé", "refusée", "rejeté", "rejetée"],
    ...["supprimé", "supprimée", "abandonné", "abandonnée", "décommandé", "perdu", "geannuleerd", "anulowane"],
    ...["anulowany"],
  ],
};

/** A yes and a no in a cell. */
export const YES_WORDS: readonly string[] = [
  ...["y", "yes", "true", "t", "1", "x", "on", "ok", "checked", "ja", "wahr", "oui", "vrai", "sí", "verdadero"],
];
export const NO_WORDS: readonly string[] = [
  ...["n", "no", "false", "f", "0", "off", "none", "never", "unchecked", "nein", "falsch", "keine", "non", "faux"],
  ...["falso"],
];

/** Values that are a customer's consent or refusal, whatever their column is called. */
export const CONSENT_WORDS: Readonly<Record<"given" | "refused", readonly string[]>> = {
  given: [
    ...["opt in", "opted in", "subscribed", "granted", "given", "agreed", "accepted", "consented", "allowed"],
    ...["enabled", "erteilt", "liegt vor", "zugestimmt", "eingewilligt", "angemeldet", "einverstanden", "aceptado"],
    ...["autorizado", "concedido", "suscrito", "accepté", "autorisé", "donné", "abonné", "inscrit"],
  ],
  refused: [
    ...["opt out", "opted out", "unsubscribed", "not subscribed", "never subscribed", "do not contact", "do not email"],
    ...["do not call", "declined", "denied", "refused", "withdrawn", "revoked", "not given", "not granted", "disabled"],
    ...["blocked", "suppressed", "bounced", "cleaned", "abgemeldet", "abgelehnt", "verweigert", "widerrufen"],
    ...["widersprochen", "nicht erteilt", "liegt nicht vor", "gesperrt", "rechazado", "denegado", "revocado", "baja"],
    ...["no contactar", "refusé", "retiré", "désabonné", "désinscrit", "opposé", "ne pas contacter"],
  ],
};
