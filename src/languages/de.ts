/**
 * German.
 *
 * @module
 */
import type { Catalogue } from "./catalogue.ts";

/** The catalogue of German. */
export const de: Catalogue = {
  language: "de",
  locale: "de",
  direction: "ltr",
  messages: {
    "count.reviews": { one: "{count} Bewertung", other: "{count} Bewertungen" },
    "count.verifiedReviews": { one: "{count} geprüfte Bewertung", other: "{count} geprüfte Bewertungen" },
    "count.publishedReviews": {
      one: "{count} veröffentlichte Bewertung",
      other: "{count} veröffentlichte Bewertungen",
    },
    "count.stars": { one: "{count} Stern", other: "{count} Sterne" },
    "count.starReviews": { one: "{count} Bewertung mit {stars}★", other: "{count} Bewertungen mit {stars}★" },
    "reviews.attested": {
      one: "{count} Bewertung, für die der Betrieb bürgt",
      other: "{count} Bewertungen, für die der Betrieb bürgt",
    },
    "reviews.partlyVerified": "{reviews}, davon {verified} geprüft",
    "reviews.noneVerified": "Noch keine geprüften Bewertungen",
    "reviews.none": "Noch keine Bewertungen",
    "stars.of5": { one: "{count} von 5 Sternen", other: "{count} von 5 Sternen" },
    "rating.none": "keine",
    "business.unrated": "Kundenbewertungen von {business}, jede mit der Art ihrer Prüfung.",
    "business.rated": "{business}: {stars} aus {reviews}, vollständig veröffentlicht.",

    "frame.skip": "Zum Inhalt springen",
    "frame.name": "Geprüfte Bewertungen",
    "frame.site": "Website",
    "frame.reviews": "Bewertungen",
    "frame.verification": "So prüfen wir",
    "frame.developers": "Für Entwickler: Feeds, Daten, API, MCP",
    "frame.languages": "Sprachen",
    "frame.sample": "Beispieldaten.",
    "frame.sampleAdvice": "Diesen Betrieb gibt es nicht.",
    "frame.publishedBy": "Veröffentlicht von {business}; der Betrieb bestimmt über diese Website.",
    "frame.howVerified": "Wie Bewertungen geprüft werden und wie viele zurückgehalten wurden",
    "frame.license": "Diese Daten stehen unter {license}.",
    "frame.source": "Für Bewertungen von {source} gelten weiterhin {terms}.",
    "frame.sourceTerms": "deren Bedingungen",
    "frame.private": "Keine Cookies, kein Tracking, keine Anfragen an Dritte. Goodword {version}",
    "frame.edition": ", Revision {revision} vom {date}",
    "frame.atom": "Neueste Bewertungen (Atom)",
    "frame.jsonFeed": "Neueste Bewertungen (JSON Feed)",
    "frame.updates": "Letzte Änderungen (JSON Feed)",
    "frame.data": "Alle Bewertungen",

    "error.number": "Fehler {status}",
    "error.reference": "Kennung: {id}",
    "error.all": "Alle Bewertungen",
    "error.400": "Ungültige Adresse",
    "error.404": "Seite nicht gefunden",
    "error.429": "Zu viele Anfragen",
    "error.503": "Die Bewertungen werden vorbereitet",
    "error.other": "Hier ist etwas schiefgegangen",
    "error.advice.400": "Ein Teil der Adresse ist ungültig. Alle Bewertungen sind weiterhin verfügbar.",
    "error.advice.404":
      "Vielleicht ist die Adresse falsch geschrieben oder veraltet. Alle Bewertungen sind weiterhin verfügbar.",
    "error.advice.429": "Bitte warten Sie eine Minute und versuchen Sie es dann erneut.",
    "error.advice.503": "Bitte versuchen Sie es in einigen Sekunden erneut.",
    "error.advice.other": "Das liegt nicht an Ihnen. Bitte versuchen Sie es später erneut.",

    "method.job_record": "Geprüft: abgeschlossener Auftrag",
    "method.invitation": "Geprüft: nach einem Auftrag eingeladen",
    "method.platform": "Von der Plattform geprüft",
    "method.operator_attested": "Angabe des Betriebs",
    "method.none": "Nicht geprüft",
    "method.undated": "{method}, Datum unbekannt",
    "method.strength": "{method}, {strength}",
    "strength.invoice": "anhand der Rechnung",
    "strength.contact": "anhand der Kontaktdaten",
    "strength.name_and_date": "anhand von Name und Datum",
    "method.means.job_record":
      "Der Kunde steht in der Liste abgeschlossener Aufträge des Betriebs: mit Rechnungsnummer, mit E-Mail-Adresse oder Telefonnummer oder mit vollem Namen und einem Datum kurz vor der Bewertung. Die Liste selbst bleibt privat.",
    "method.means.invitation":
      "Nach einem abgeschlossenen Auftrag erhielt der Kunde einen einmalig gültigen Link und schrieb die Bewertung darüber.",
    "method.means.platform":
      "Die Website, auf der die Bewertung geschrieben wurde, prüft ihre Verfasser selbst. Sie ist neben der Bewertung genannt.",
    "method.means.operator_attested":
      "Der Betrieb gibt an, dass der Verfasser Kunde war. Niemand sonst hat das geprüft; solche Bewertungen werden deshalb getrennt gezählt und tragen kein Häkchen.",
    "method.means.none":
      "Nichts belegt, dass der Verfasser Kunde war. Solche Bewertungen werden aufbewahrt und gezählt, aber nicht veröffentlicht.",

    "source.writtenOn": "Geschrieben auf {source}",
    "source.direct": "Direkt an den Betrieb",
    "source.business": "Der Betrieb selbst",

    "verification.title": "Wie Bewertungen geprüft werden",
    "verification.description":
      "Wie die Bewertungen von {business} geprüft werden, wie viele zurückgehalten wurden und warum.",
    "verification.lead":
      "Veröffentlicht von {business}; der Betrieb bestimmt über diese Website. Deshalb sollten Sie wissen, welche Bewertungen hier erscheinen und welche nicht.",
    "verification.methods": "Arten der Prüfung",
    "verification.methodsLead": "Neben jeder Bewertung steht, woran zu erkennen war, dass der Verfasser Kunde ist.",
    "verification.noReview": "Keine veröffentlichte Bewertung",
    "verification.share": "{reviews} ({share}), im Durchschnitt {rating} Sterne",
    "verification.sources": "Wo sie geschrieben wurden",
    "verification.source": "Quelle",
    "verification.reviews": "Bewertungen",
    "verification.average": "Durchschnitt",
    "verification.scale":
      "Noten von {source} wurden auf einer Skala bis {best} vergeben und in fünf Sterne umgerechnet.",
    "verification.rounding":
      "Noten von {source}, die zwischen zwei Sternzahlen lagen, wurden gerundet, halbe nach oben.",
    "verification.businessItself": "dem Betrieb selbst",
    "verification.rules": "Was außerdem gilt",
    "verification.rule.mean":
      "Der Durchschnitt ist das einfache Mittel aller veröffentlichten Bewertungen. Keine zählt mehr als eine andere.",
    "verification.rule.words":
      "Der Wortlaut stammt von den Kunden. Namen werden gekürzt, E-Mail-Adressen und Telefonnummern unkenntlich gemacht; sonst wird nichts verändert.",
    "verification.rule.removed":
      "Eine entfernte Bewertung verschwindet aus allen Dokumenten, und ihre Adresse sagt das. Der nächste Import bringt sie nicht zurück.",
    "verification.rule.figures": "Techniker und Leistungen erhalten ab fünf Bewertungen eigene Zahlen.",
    "verification.rule.counted":
      "Was Kunden sagen, wird nach festen Regeln gezählt, und zu jeder Zahl sind die Bewertungen genannt, aus denen sie stammt: {link}.",

    "held.title": "Was zurückgehalten wurde",
    "held.totals": "Von {reviews}, die eingegangen sind, {parts}.",
    "held.published": {
      zero: "ist keine veröffentlicht",
      one: "ist {count} veröffentlicht",
      other: "sind {count} veröffentlicht",
    },
    "held.joined": {
      zero: "ist keine mit der Bewertung desselben Kunden auf einer anderen Website zusammengefasst",
      one: "ist {count} mit der Bewertung desselben Kunden auf einer anderen Website zusammengefasst, die einmal zählt",
      other:
        "sind {count} mit der Bewertung desselben Kunden auf einer anderen Website zusammengefasst, die einmal zählt",
    },
    "held.heldBack": {
      zero: "ist keine zurückgehalten",
      one: "ist {count} zurückgehalten",
      other: "sind {count} zurückgehalten",
    },
    "held.lead":
      "Wenige Sterne sind nie ein Grund. Mit der zweiten Tabelle können Sie das nachprüfen: Sie zeigt für jede Sternzahl, wie viel zurückgehalten wird.",
    "held.byReason": "Zurückgehalten, nach Grund",
    "held.reason": "Grund",
    "held.reviews": "Bewertungen",
    "held.byStars": "Zurückgehalten, nach Sternen",
    "held.stars": "Sterne",
    "held.publishedColumn": "Veröffentlicht",
    "held.column": "Zurückgehalten",
    "held.share": "Anteil zurückgehalten",
    "held.data": "Dieselben Zahlen für Programme: {link}, unter „transparency“.",
    "reason.unverified": "Nicht geprüft",
    "reason.hidden_at_source": "Von der Ursprungswebsite ausgeblendet",
    "reason.duplicate": "Doppelt vorhanden",
    "reason.spam": "Spam",
    "reason.privacy": "Schutz einer Person",
    "reason.legal": "Gerichtliche oder behördliche Anordnung",
    "reason.insider": "Von Inhabern, Beschäftigten oder Angehörigen",

    "withheld.stars": {
      one: "{count} von {whole} ({share}) ist zurückgehalten{why}.",
      other: "{count} von {whole} ({share}) sind zurückgehalten{why}.",
    },
    "withheld.why": ": {reason}",
    "withheld.whys": ": {reasons}",
    "withheld.counted": "{number}-mal {reason}",
    "withheld.equal": "1-Stern-Bewertungen werden ebenso oft zurückgehalten wie 5-Sterne-Bewertungen: je {share}.",
    "withheld.more":
      "1-Stern-Bewertungen werden häufiger zurückgehalten als 5-Sterne-Bewertungen: {low} gegenüber {high}.",
    "withheld.less":
      "1-Stern-Bewertungen werden seltener zurückgehalten als 5-Sterne-Bewertungen: {low} gegenüber {high}.",
    "withheld.main":
      "Der größte Teil des Unterschieds: {low} der 1-Stern-Bewertungen und {high} der 5-Sterne-Bewertungen sind aus diesem Grund zurückgehalten: {reason}.",
    "because.unverified": "kein Beleg, dass der Verfasser Kunde war",
    "because.hidden_at_source": "von der Ursprungswebsite ausgeblendet",
    "because.duplicate": "doppelt vorhanden",
    "because.spam": "Spam",
    "because.privacy": "Schutz einer Person",
    "because.legal": "gerichtliche oder behördliche Anordnung",
    "because.insider": "von Inhabern, Beschäftigten oder Angehörigen geschrieben",
    "becauseAll.unverified": "kein Beleg, dass die Verfasser Kunden waren",
    "becauseAll.hidden_at_source": "von der Ursprungswebsite ausgeblendet",
    "becauseAll.duplicate": "doppelt vorhanden",
    "becauseAll.spam": "Spam",
    "becauseAll.privacy": "Schutz einer Person",
    "becauseAll.legal": "gerichtliche oder behördliche Anordnung",
    "becauseAll.insider": "von Inhabern, Beschäftigten oder Angehörigen geschrieben",
    "meaning.unverified":
      "Das wird ohne Blick auf die Sterne festgestellt: durch einen abgeschlossenen Auftrag, eine Einladung oder die Prüfung der Ursprungswebsite. Eine Bewertung wird veröffentlicht, sobald einer dieser Belege vorliegt.",
    "meaning.hidden_at_source":
      "Das entscheidet die Website, nicht der Betrieb; was sie wieder zeigt, wird auch hier wieder veröffentlicht.",

    "data.name": "Kundenbewertungen von {business}",
    "data.description":
      "Alle geprüften Kundenbewertungen von {business}, jede mit der Art ihrer Prüfung, veröffentlicht vom Betrieb selbst",
    "badge.label": "{stars}, {reviews}",
    "embed.link": "{reviews} für {business}",

    "copy.copy": "Kopieren",
    "copy.copied": "Kopiert",
    "frame.show": "Siegel und Karte",
    "share.published": "Alle Bewertungen, jede mit der Art ihrer Prüfung",
    "share.quote": "„{text}“",
    "badge.named": "{business}: {rated}",
    "card.label": "Karte mit der Bewertung von {business}",
    "card.invitation": "Alle Bewertungen lesen",
    "card.asOf": "Stand: {month}",
    "show.title": "Zeigen Sie Ihre Bewertungen",
    "show.lead":
      "Siegel, neueste Bewertungen und gedruckte Karte von {business}. Sie bleiben von selbst aktuell: Kopieren Sie den Code, den Sie brauchen.",
    "show.badge": "Siegel",
    "show.badgeLead":
      "Ein Bild mit dem Durchschnitt und der Zahl der Bewertungen. Ohne Skript und Cookie; die Höhe ist frei wählbar.",
    "show.list": "Neueste Bewertungen",
    "show.listLead":
      "Die neuesten Bewertungen, gleich mit wie vielen Sternen, in den Schriften Ihrer Seite. Eine Anfrage, kein Cookie; wo keine Skripte laufen, erscheint ein Link.",
    "show.theme.light": "Hell",
    "show.theme.dark": "Dunkel",
    "show.theme.auto": "Wie das Gerät des Besuchers",
    "show.code": "den Code: {look}",
    "show.alt": "Geprüfte Kundenbewertungen von {business}",
    "show.card": "Gedruckte Karte",
    "show.cardLead":
      "Für Fahrzeug und Rechnung: Name, Sterne und ein Code, der zu Ihren Bewertungen führt. In jeder Größe scharf. Eine gedruckte Zahl ändert sich nicht mehr, deshalb steht ihr Monat dabei.",
    "show.cardLink": "Karte öffnen",
    "show.picture": "Bild neben geteilten Links",
    "show.pictureLead":
      "Messenger und soziale Netzwerke zeigen es, wenn jemand Ihre Seite teilt. Jede Bewertung hat ihr eigenes.",

    "entity.title": "{name}: {reviews}",
    "entity.description": "Was Kunden von {business} über {name} sagen: Zahlen, Zitate und jede Bewertung.",
    "entity.technician": "Aus dem Team von {business}",
    "entity.service": "Eine Leistung von {business}",
    "entity.none": "Noch keine veröffentlichte Bewertung erwähnt {name}.",
    "entity.mentions": { one: "{count} Bewertung erwähnt {name}", other: "{count} Bewertungen erwähnen {name}" },
    "entity.tooFew": "– Zahlen werden ab fünf Bewertungen gezeigt.",
    "entity.ofAll": "{share} aller Bewertungen, mit einer Sicherheit von 95 % zwischen {low} und {high}",
    "entity.satisfied": {
      zero: "Keine davon gibt vier oder fünf Sterne",
      one: "{count} davon gibt vier oder fünf Sterne",
      other: "{count} davon geben vier oder fünf Sterne",
    },
    "entity.ofThese": "{share}, mit einer Sicherheit von 95 % zwischen {low} und {high}",
    "entity.last": "Zuletzt erwähnt am {date}",
    "entity.quotes": "In den Worten der Kunden",
    "entity.aspects": "Wovon diese Bewertungen sprechen",
    "entity.aspectsOfPerson": "Das gilt dem ganzen Auftrag, nicht {name} allein.",
    "entity.aspect": "Thema",
    "entity.praise": "Lob",
    "entity.blame": "Kritik",
    "entity.interval": "{share} ({low} bis {high})",
    "entity.intervals":
      "In Klammern: der Bereich, in dem der Anteil mit einer Sicherheit von 95 % läge, wenn viel mehr Kunden gefragt würden.",
    "entity.more": "Mehr über {name}",
    "entity.newest": "Bewertungen, die {name} erwähnen, die neuesten zuerst",
    "entity.all": { one: "{count} Bewertung", other: "Alle {count} Bewertungen" },
    "histogram.caption": "Zahl der Bewertungen nach Sternen",
    "histogram.share": "Anteil",

    "feed.title": "{business}: Kundenbewertungen",
    "feed.description":
      "Die neuesten Kundenbewertungen von {business}, jede mit der Art ihrer Prüfung, veröffentlicht vom Betrieb selbst",
    "feed.sample": "Beispieldaten eines erfundenen Betriebs.",
    "feed.stars": "{stars} von 5 Sternen",
    "feed.tag": "{stars} Sterne",
    "feed.entry": "{stars}: {what}",
    "feed.subject": "{subject}, {author}",
    "feed.reply": "Antwort von {business}:",
    "feed.license": "Veröffentlicht unter {license}, {url}.",
    "feed.source": "Für Bewertungen von {source} gilt weiterhin {url}.",
    "updates.title": "{business}: Änderungen an Kundenbewertungen",
    "updates.description":
      "Die letzten Änderungen an den Kundenbewertungen von {business}: neue, geänderte, beantwortete und entfernte",
    "updates.added": "Neu: {title}",
    "updates.changed": "Geändert: {title}",
    "updates.removed": "Entfernte Bewertung",
    "updates.removedText": "Die Bewertung {id} ist nicht mehr veröffentlicht. Löschen Sie Ihre Kopie.",
  },
};
