/**
 * French. The spaces before ":", "?" and inside « » are no-break spaces, as French typography asks.
 *
 * @module
 */
import type { Catalogue } from "./catalogue.ts";

/** The catalogue of French. */
export const fr: Catalogue = {
  language: "fr",
  locale: "fr",
  direction: "ltr",
  messages: {
    "count.reviews": { one: "{count} avis", other: "{count} avis" },
    "count.verifiedReviews": { one: "{count} avis vérifié", other: "{count} avis vérifiés" },
    "count.publishedReviews": { one: "{count} avis publié", other: "{count} avis publiés" },
    "count.stars": { one: "{count} étoile", other: "{count} étoiles" },
    "count.starReviews": { one: "{count} avis à {stars}★", other: "{count} avis à {stars}★" },
    "reviews.attested": {
      one: "{count} avis dont l’entreprise se porte garante",
      other: "{count} avis dont l’entreprise se porte garante",
    },
    "reviews.partlyVerified": "{reviews}, dont {verified} vérifiés",
    "reviews.noneVerified": "Pas encore d’avis vérifié",
    "reviews.none": "Pas encore d’avis",
    "stars.of5": { one: "{count} étoile sur 5", other: "{count} étoiles sur 5" },
    "rating.none": "aucune",
    "business.unrated": "Les avis des clients de {business}, chacun avec la façon dont il a été vérifié.",
    "business.rated": "{business}\u00a0: {stars}, {reviews}, publiés intégralement.",

    "frame.skip": "Aller au contenu",
    "frame.name": "Avis vérifiés",
    "frame.site": "Site",
    "frame.reviews": "Avis",
    "frame.verification": "Nos vérifications",
    "frame.developers": "Pour les développeurs\u00a0: flux, données, API, MCP",
    "frame.languages": "Langues",
    "frame.sample": "Données d’exemple.",
    "frame.sampleAdvice": "Cette entreprise est fictive.",
    "frame.publishedBy": "Publié par {business}, qui contrôle ce site.",
    "frame.howVerified": "Comment les avis sont vérifiés, et combien ne sont pas publiés",
    "frame.license": "Ces données sont publiées sous licence {license}.",
    "frame.source": "Les avis de {source} restent soumis à {terms}.",
    "frame.sourceTerms": "ses conditions",
    "frame.private": "Ni cookies, ni suivi, ni requêtes vers des tiers. Goodword {version}",
    "frame.edition": ", révision {revision} du {date}",
    "frame.atom": "Derniers avis (Atom)",
    "frame.jsonFeed": "Derniers avis (JSON Feed)",
    "frame.updates": "Dernières modifications (JSON Feed)",
    "frame.data": "Tous les avis",

    "error.number": "Erreur {status}",
    "error.reference": "Référence\u00a0: {id}",
    "error.all": "Tous les avis et toutes les notes",
    "error.400": "Adresse incorrecte",
    "error.404": "Page introuvable",
    "error.429": "Trop de requêtes",
    "error.503": "Les avis sont en préparation",
    "error.other": "Un problème est survenu",
    "error.advice.400": "Une partie de l’adresse est incorrecte. Tous les avis restent accessibles.",
    "error.advice.404": "L’adresse est peut-être mal saisie ou n’existe plus. Tous les avis restent accessibles.",
    "error.advice.429": "Veuillez patienter une minute, puis réessayer.",
    "error.advice.503": "Veuillez réessayer dans quelques secondes.",
    "error.advice.other": "Vous n’y êtes pour rien. Veuillez réessayer dans un moment.",

    "method.job_record": "Vérifié\u00a0: intervention terminée",
    "method.invitation": "Vérifié\u00a0: invité après une intervention",
    "method.platform": "Vérifié par la plateforme",
    "method.operator_attested": "L’entreprise l’affirme",
    "method.none": "Non vérifié",
    "method.undated": "{method}, date inconnue",
    "method.strength": "{method}, {strength}",
    "strength.invoice": "par facture",
    "strength.contact": "par coordonnées",
    "strength.name_and_date": "par nom et date",
    "method.means.job_record":
      "Le client figure dans la liste des interventions terminées de l’entreprise\u00a0: par numéro de facture, par adresse e-mail ou numéro de téléphone, ou par le nom complet et une date peu antérieure à l’avis. La liste elle-même reste privée.",
    "method.means.invitation":
      "Après une intervention terminée, le client a reçu un lien à usage unique et a rédigé l’avis par ce lien.",
    "method.means.platform":
      "Le site où l’avis a été rédigé contrôle lui-même ses auteurs. Ce site est indiqué à côté de l’avis.",
    "method.means.operator_attested":
      "L’entreprise affirme que l’auteur était client. Personne d’autre ne l’a vérifié\u00a0: ces avis sont donc comptés à part et ne portent pas de coche.",
    "method.means.none":
      "Rien ne montre que l’auteur était client. Ces avis sont conservés et comptés, mais pas publiés.",

    "source.writtenOn": "Publié sur {source}",
    "source.direct": "Adressé à l’entreprise",
    "source.business": "L’entreprise elle-même",

    "verification.title": "Comment les avis sont vérifiés",
    "verification.description":
      "Comment les avis sur {business} sont vérifiés, combien ne sont pas publiés, et pourquoi.",
    "verification.lead":
      "Publié par {business}, qui contrôle ce site. Vous devez donc savoir comment les avis arrivent ici, et lesquels n’y arrivent pas.",
    "verification.methods": "Modes de vérification",
    "verification.methodsLead":
      "À côté de chaque avis figure la façon dont il a été établi que son auteur était client.",
    "verification.noReview": "Aucun avis publié",
    "verification.share": "{reviews} ({share}), moyenne de {rating} étoiles",
    "verification.sources": "Où ils ont été rédigés",
    "verification.source": "Origine",
    "verification.reviews": "Avis",
    "verification.average": "Note moyenne",
    "verification.scale": "Les notes de {source} ont été données sur {best} et converties en cinq étoiles.",
    "verification.rounding":
      "Les notes de {source} situées entre deux nombres d’étoiles ont été arrondies, les demies vers le haut.",
    "verification.businessItself": "l’entreprise elle-même",
    "verification.rules": "Les autres règles",
    "verification.rule.mean":
      "La note moyenne est la simple moyenne de tous les avis publiés. Aucun ne pèse plus qu’un autre.",
    "verification.rule.words":
      "Les mots sont ceux des clients. Les noms sont abrégés, les adresses e-mail et les numéros de téléphone sont masqués\u00a0; rien d’autre n’est modifié.",
    "verification.rule.removed":
      "Un avis retiré disparaît de tous les documents, et son adresse le signale. Il ne revient pas à l’importation suivante.",
    "verification.rule.figures": "Les techniciens et les prestations ont leurs propres chiffres à partir de cinq avis.",
    "verification.rule.counted":
      "Ce que disent les clients est compté selon des règles fixes, et chaque chiffre cite les avis dont il provient\u00a0: {link}.",

    "held.title": "Ce qui n’est pas publié",
    "held.totals": "Sur {reviews} reçus, {parts}.",
    "held.published": {
      zero: "aucun n’est publié",
      one: "{count} est publié",
      other: "{count} sont publiés",
    },
    "held.joined": {
      zero: "aucun n’est regroupé avec l’avis du même client sur un autre site",
      one: "{count} est regroupé avec l’avis du même client sur un autre site, qui ne compte qu’une fois",
      other: "{count} sont regroupés avec l’avis du même client sur un autre site, qui ne compte qu’une fois",
    },
    "held.heldBack": {
      zero: "aucun n’est retenu",
      one: "{count} est retenu",
      other: "{count} sont retenus",
    },
    "held.lead":
      "Une mauvaise note n’est jamais un motif. Le second tableau permet de le vérifier\u00a0: il indique, pour chaque nombre d’étoiles, la part retenue.",
    "held.byReason": "Avis retenus, par motif",
    "held.reason": "Motif",
    "held.reviews": "Avis",
    "held.byStars": "Avis retenus, par nombre d’étoiles",
    "held.stars": "Étoiles",
    "held.publishedColumn": "Publiés",
    "held.column": "Retenus",
    "held.share": "Part retenue",
    "held.data": "Les mêmes chiffres pour les programmes\u00a0: {link}, sous «\u00a0transparency\u00a0».",
    "reason.unverified": "Non vérifié",
    "reason.hidden_at_source": "Masqué par le site d’origine",
    "reason.duplicate": "Doublon d’un autre avis",
    "reason.spam": "Spam",
    "reason.privacy": "Vie privée d’une personne",
    "reason.legal": "Décision de justice",
    "reason.insider": "Rédigé par un propriétaire, un employé ou un proche",

    "withheld.stars": {
      one: "{count} sur {whole} ({share}) est retenu{why}.",
      other: "{count} sur {whole} ({share}) sont retenus{why}.",
    },
    "withheld.why": " {reason}",
    "withheld.whys": "\u00a0: {reasons}",
    "withheld.counted": "{number} {reason}",
    "withheld.equal":
      "Les avis à 1 étoile sont retenus aussi souvent que les avis à 5 étoiles\u00a0: {share} dans les deux cas.",
    "withheld.more":
      "Les avis à 1 étoile sont retenus plus souvent que les avis à 5 étoiles\u00a0: {low} contre {high}.",
    "withheld.less":
      "Les avis à 1 étoile sont retenus moins souvent que les avis à 5 étoiles\u00a0: {low} contre {high}.",
    "withheld.main":
      "L’essentiel de l’écart\u00a0: {low} des avis à 1 étoile et {high} des avis à 5 étoiles sont retenus {reason}.",
    "because.unverified": "parce que rien ne montre que l’auteur était client",
    "because.hidden_at_source": "parce que le site d’origine masque l’avis",
    "because.duplicate": "comme doublon d’un autre avis",
    "because.spam": "comme spam",
    "because.privacy": "pour protéger la vie privée d’une personne",
    "because.legal": "sur décision de justice",
    "because.insider": "parce qu’un propriétaire, un employé ou un proche a rédigé l’avis",
    "becauseAll.unverified": "parce que rien ne montre que leurs auteurs étaient clients",
    "becauseAll.hidden_at_source": "parce que le site d’origine les masque",
    "becauseAll.duplicate": "comme doublons d’un autre avis",
    "becauseAll.spam": "comme spam",
    "becauseAll.privacy": "pour protéger la vie privée d’une personne",
    "becauseAll.legal": "sur décision de justice",
    "becauseAll.insider": "parce qu’un propriétaire, un employé ou un proche les a rédigés",
    "meaning.unverified":
      "Cela s’établit sans regarder les étoiles\u00a0: par une intervention terminée, une invitation ou le contrôle du site d’origine. Un avis est publié dès que l’un de ces éléments est trouvé.",
    "meaning.hidden_at_source":
      "C’est le site qui en décide, pas l’entreprise\u00a0; ce qu’il affiche de nouveau est de nouveau publié ici.",

    "data.name": "Avis des clients de {business}",
    "data.description":
      "Tous les avis vérifiés des clients de {business}, chacun avec la façon dont il a été vérifié, publiés par l’entreprise elle-même",
    "badge.label": "{stars}, {reviews}",
    "embed.link": "{reviews} sur {business}",

    "copy.copy": "Copier",
    "copy.copied": "Copié",
    "frame.show": "Badge et carte",
    "share.published": "Tous les avis, chacun avec sa vérification",
    "share.quote": "«\u00a0{text}\u00a0»",
    "badge.named": "{business}\u00a0: {rated}",
    "card.label": "Carte avec la note de {business}",
    "card.invitation": "Lire tous les avis",
    "card.asOf": "Situation en {month}",
    "show.title": "Affichez vos avis",
    "show.lead":
      "Badge, derniers avis et carte imprimée de {business}. Ils se mettent à jour tout seuls\u00a0: copiez le code dont vous avez besoin.",
    "show.badge": "Badge",
    "show.badgeLead":
      "Une image avec la note moyenne et le nombre d’avis. Ni script ni cookie\u00a0; choisissez la hauteur.",
    "show.list": "Derniers avis",
    "show.listLead":
      "Les avis les plus récents, quelles que soient leurs étoiles, dans les polices de votre page. Une seule requête, aucun cookie\u00a0; sans scripts, un lien s’affiche.",
    "show.theme.light": "Clair",
    "show.theme.dark": "Sombre",
    "show.theme.auto": "Selon l’appareil du visiteur",
    "show.code": "le code\u00a0: {look}",
    "show.alt": "Avis vérifiés des clients de {business}",
    "show.card": "Carte imprimée",
    "show.cardLead":
      "Pour la camionnette et la facture\u00a0: le nom, les étoiles et un code qui mène à vos avis. Nette à toutes les tailles. Une note imprimée ne change plus, elle indique donc son mois.",
    "show.cardLink": "Ouvrir la carte",
    "show.picture": "Image des liens partagés",
    "show.pictureLead":
      "Les messageries et les réseaux sociaux l’affichent quand quelqu’un partage votre page. Chaque avis a la sienne.",

    "entity.title": "{name} : {reviews}",
    "entity.description": "Ce que les clients de {business} disent de {name} : chiffres, citations et tous les avis.",
    "entity.technician": "De l’équipe technique de {business}",
    "entity.service": "Un service de {business}",
    "entity.none": "Aucun avis publié ne mentionne encore {name}.",
    "entity.mentions": { one: "{count} avis mentionne {name}", other: "{count} avis mentionnent {name}" },
    "entity.tooFew": "– les chiffres sont affichés à partir de cinq avis.",
    "entity.ofAll": "{share} de tous les avis, entre {low} et {high} avec une certitude de 95 %",
    "entity.satisfied": {
      zero: "Aucun d’eux ne donne quatre ou cinq étoiles",
      one: "{count} d’entre eux donne quatre ou cinq étoiles",
      other: "{count} d’entre eux donnent quatre ou cinq étoiles",
    },
    "entity.ofThese": "{share}, entre {low} et {high} avec une certitude de 95 %",
    "entity.last": "Dernière mention le {date}",
    "entity.quotes": "Les mots des clients",
    "entity.aspects": "De quoi parlent ces avis",
    "entity.aspectsOfPerson": "Il s’agit de toute l’intervention, pas seulement de {name}.",
    "entity.aspect": "Aspect",
    "entity.praise": "Éloges",
    "entity.blame": "Critiques",
    "entity.interval": "{share} (entre {low} et {high})",
    "entity.intervals":
      "Entre parenthèses : la fourchette où se trouve la part avec une certitude de 95 %, si l’on interrogeait bien plus de clients.",
    "entity.more": "En savoir plus sur {name}",
    "entity.newest": "Avis qui mentionnent {name}, les plus récents d’abord",
    "entity.all": { one: "{count} avis", other: "Les {count} avis" },
    "histogram.caption": "Nombre d’avis par étoiles",
    "histogram.share": "Part",

    "feed.title": "{business}\u00a0: avis des clients",
    "feed.description":
      "Les derniers avis des clients de {business}, chacun avec la façon dont il a été vérifié, publiés par l’entreprise elle-même",
    "feed.sample": "Données d’exemple d’une entreprise fictive.",
    "feed.stars": "{stars}/5 étoiles",
    "feed.tag": "{stars} étoiles",
    "feed.entry": "{stars}\u00a0: {what}",
    "feed.subject": "{subject}, {author}",
    "feed.reply": "Réponse de {business}\u00a0:",
    "feed.license": "Publié sous {license}, {url}.",
    "feed.source": "Les avis de {source} restent soumis à {url}.",
    "updates.title": "{business}\u00a0: modifications des avis des clients",
    "updates.description":
      "Les dernières modifications des avis des clients de {business}\u00a0: avis ajoutés, modifiés, avec réponse et retirés",
    "updates.added": "Nouveau\u00a0: {title}",
    "updates.changed": "Modifié\u00a0: {title}",
    "updates.removed": "Avis retiré",
    "updates.removedText": "L’avis {id} n’est plus publié. Supprimez-en votre copie.",
  },
};
