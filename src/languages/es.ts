/**
 * Spanish.
 *
 * @module
 */
import type { Catalogue } from "./catalogue.ts";

/** The catalogue of Spanish. */
export const es: Catalogue = {
  language: "es",
  locale: "es",
  direction: "ltr",
  messages: {
    "count.reviews": { one: "{count} reseña", other: "{count} reseñas" },
    "count.verifiedReviews": { one: "{count} reseña verificada", other: "{count} reseñas verificadas" },
    "count.publishedReviews": { one: "{count} reseña publicada", other: "{count} reseñas publicadas" },
    "count.stars": { one: "{count} estrella", other: "{count} estrellas" },
    "count.starReviews": { one: "{count} reseña de {stars}★", other: "{count} reseñas de {stars}★" },
    "reviews.attested": {
      one: "{count} reseña avalada por la empresa",
      other: "{count} reseñas avaladas por la empresa",
    },
    "reviews.partlyVerified": "{reviews}, {verified} de ellas verificadas",
    "reviews.noneVerified": "Todavía no hay reseñas verificadas",
    "reviews.none": "Todavía no hay reseñas",
    "stars.of5": { one: "{count} de 5 estrellas", other: "{count} de 5 estrellas" },
    "rating.none": "ninguna",
    "business.unrated": "Reseñas de clientes de {business}, cada una con la forma en que se verificó.",
    "business.rated": "{business}: {stars}, {reviews}, publicadas íntegramente.",

    "frame.skip": "Ir al contenido",
    "frame.name": "Reseñas verificadas",
    "frame.site": "Sitio",
    "frame.reviews": "Reseñas",
    "frame.verification": "Cómo verificamos",
    "frame.developers": "Para desarrolladores: canales, datos, API, MCP",
    "frame.languages": "Idiomas",
    "frame.sample": "Datos de ejemplo.",
    "frame.sampleAdvice": "Esta empresa es inventada.",
    "frame.publishedBy": "Publicado por {business}, que controla este sitio.",
    "frame.howVerified": "Cómo se verifican las reseñas y cuántas se han retenido",
    "frame.license": "Estos datos se publican bajo la licencia {license}.",
    "frame.source": "Las reseñas de {source} siguen sujetas a {terms}.",
    "frame.sourceTerms": "sus condiciones",
    "frame.private": "Sin cookies, sin rastreo, sin peticiones a terceros. Goodword {version}",
    "frame.edition": ", revisión {revision} del {date}",
    "frame.atom": "Reseñas más recientes (Atom)",
    "frame.jsonFeed": "Reseñas más recientes (JSON Feed)",
    "frame.updates": "Últimos cambios (JSON Feed)",
    "frame.data": "Todas las reseñas",

    "error.number": "Error {status}",
    "error.reference": "Referencia: {id}",
    "error.all": "Todas las reseñas y valoraciones",
    "error.400": "Dirección no válida",
    "error.404": "Página no encontrada",
    "error.429": "Demasiadas peticiones",
    "error.503": "Las reseñas se están preparando",
    "error.other": "Algo ha fallado aquí",
    "error.advice.400": "Una parte de la dirección no es válida. Todas las reseñas siguen disponibles.",
    "error.advice.404": "Puede que la dirección esté mal escrita o ya no exista. Todas las reseñas siguen disponibles.",
    "error.advice.429": "Espere un minuto y vuelva a intentarlo.",
    "error.advice.503": "Vuelva a intentarlo en unos segundos.",
    "error.advice.other": "No es culpa suya. Vuelva a intentarlo dentro de un rato.",

    "method.job_record": "Verificada: trabajo terminado",
    "method.invitation": "Verificada: invitación tras un trabajo",
    "method.platform": "Verificada por la plataforma",
    "method.operator_attested": "Lo afirma la empresa",
    "method.none": "Sin verificar",
    "method.undated": "{method}, fecha desconocida",
    "method.strength": "{method}, {strength}",
    "strength.invoice": "por factura",
    "strength.contact": "por datos de contacto",
    "strength.name_and_date": "por nombre y fecha",
    "method.means.job_record":
      "El cliente figura en la lista de trabajos terminados de la empresa: por número de factura, por correo electrónico o teléfono, o por el nombre completo y una fecha poco anterior a la reseña. La lista en sí no se publica.",
    "method.means.invitation":
      "Tras un trabajo terminado, el cliente recibió un enlace de un solo uso y escribió la reseña a través de él.",
    "method.means.platform":
      "El sitio donde se escribió la reseña comprueba por sí mismo a sus autores. El sitio se indica junto a la reseña.",
    "method.means.operator_attested":
      "La empresa afirma que el autor fue cliente. Nadie más lo ha comprobado, así que estas reseñas se cuentan aparte y no llevan marca de verificación.",
    "method.means.none":
      "Nada demuestra que el autor fuera cliente. Estas reseñas se conservan y se cuentan, pero no se publican.",

    "source.writtenOn": "Escrita en {source}",
    "source.direct": "Enviada a la empresa",
    "source.business": "La propia empresa",

    "verification.title": "Cómo se verifican las reseñas",
    "verification.description": "Cómo se verifican las reseñas de {business}, cuántas se han retenido y por qué.",
    "verification.lead":
      "Publicado por {business}, que controla este sitio. Por eso conviene que sepa cómo llegan aquí las reseñas y cuáles no llegan.",
    "verification.methods": "Formas de verificación",
    "verification.methodsLead": "Junto a cada reseña se indica cómo se comprobó que su autor fue cliente.",
    "verification.noReview": "Ninguna reseña publicada",
    "verification.share": "{reviews} ({share}), media de {rating} estrellas",
    "verification.sources": "Dónde se escribieron",
    "verification.source": "Origen",
    "verification.reviews": "Reseñas",
    "verification.average": "Valoración media",
    "verification.scale":
      "Las valoraciones de {source} se dieron en una escala de {best} y se convirtieron a cinco estrellas.",
    "verification.rounding":
      "Las valoraciones de {source} situadas entre dos números de estrellas se redondearon; las mitades, hacia arriba.",
    "verification.businessItself": "la propia empresa",
    "verification.rules": "Qué más se aplica",
    "verification.rule.mean":
      "La media es el promedio simple de todas las reseñas publicadas. Ninguna pesa más que otra.",
    "verification.rule.words":
      "Las palabras son de los clientes. Los nombres se abrevian y las direcciones de correo y los teléfonos se ocultan; no se toca nada más.",
    "verification.rule.removed":
      "Una reseña retirada desaparece de todos los documentos y su dirección lo indica. No vuelve con la siguiente importación.",
    "verification.rule.figures": "Los técnicos y los servicios tienen cifras propias a partir de cinco reseñas.",
    "verification.rule.counted":
      "Lo que dicen los clientes se cuenta con reglas fijas, y cada cifra nombra las reseñas de las que sale: {link}.",

    "held.title": "Qué se ha retenido",
    "held.totals": "De {reviews} recibidas, {parts}.",
    "held.published": {
      zero: "no se ha publicado ninguna",
      one: "se ha publicado {count}",
      other: "se han publicado {count}",
    },
    "held.joined": {
      zero: "no se ha unido ninguna con la reseña del mismo cliente en otro sitio",
      one: "se ha unido {count} con la reseña del mismo cliente en otro sitio, que cuenta una sola vez",
      other: "se han unido {count} con la reseña del mismo cliente en otro sitio, que cuenta una sola vez",
    },
    "held.heldBack": {
      zero: "no se ha retenido ninguna",
      one: "se ha retenido {count}",
      other: "se han retenido {count}",
    },
    "held.lead":
      "Una valoración baja nunca es motivo. La segunda tabla permite comprobarlo: muestra cuánto se retiene por cada número de estrellas.",
    "held.byReason": "Retenidas, por motivo",
    "held.reason": "Motivo",
    "held.reviews": "Reseñas",
    "held.byStars": "Retenidas, por estrellas",
    "held.stars": "Estrellas",
    "held.publishedColumn": "Publicadas",
    "held.column": "Retenidas",
    "held.share": "Parte retenida",
    "held.data": "Las mismas cifras para programas: {link}, en «transparency».",
    "reason.unverified": "Sin verificar",
    "reason.hidden_at_source": "Oculta en el sitio donde se escribió",
    "reason.duplicate": "Duplicado de otra reseña",
    "reason.spam": "Spam",
    "reason.privacy": "Privacidad de una persona",
    "reason.legal": "Orden legal",
    "reason.insider": "Escrita por un propietario, empleado o familiar",

    "withheld.stars": {
      one: "Se ha retenido {count} de {whole} ({share}){why}.",
      other: "Se han retenido {count} de {whole} ({share}){why}.",
    },
    "withheld.why": " {reason}",
    "withheld.whys": ": {reasons}",
    "withheld.counted": "{number} {reason}",
    "withheld.equal":
      "Las reseñas de 1 estrella se retienen tanto como las de 5 estrellas: el {share} de unas y otras.",
    "withheld.more":
      "Las reseñas de 1 estrella se retienen con más frecuencia que las de 5 estrellas: {low} frente a {high}.",
    "withheld.less":
      "Las reseñas de 1 estrella se retienen con menos frecuencia que las de 5 estrellas: {low} frente a {high}.",
    "withheld.main":
      "La mayor parte de la diferencia: el {low} de las reseñas de 1 estrella y el {high} de las de 5 estrellas se retienen {reason}.",
    "because.unverified": "porque nada demuestra que el autor fuera cliente",
    "because.hidden_at_source": "porque el sitio donde se escribió la oculta",
    "because.duplicate": "por ser duplicado de otra reseña",
    "because.spam": "por ser spam",
    "because.privacy": "por la privacidad de una persona",
    "because.legal": "por orden legal",
    "because.insider": "porque la escribió un propietario, empleado o familiar",
    "becauseAll.unverified": "porque nada demuestra que sus autores fueran clientes",
    "becauseAll.hidden_at_source": "porque el sitio donde se escribieron las oculta",
    "becauseAll.duplicate": "por ser duplicados de otra reseña",
    "becauseAll.spam": "por ser spam",
    "becauseAll.privacy": "por la privacidad de una persona",
    "becauseAll.legal": "por orden legal",
    "becauseAll.insider": "porque las escribió un propietario, empleado o familiar",
    "meaning.unverified":
      "Eso se determina sin mirar las estrellas: por un trabajo terminado, una invitación o la comprobación del sitio donde se escribió la reseña. Una reseña se publica en cuanto se encuentra una de estas pruebas.",
    "meaning.hidden_at_source":
      "Eso lo decide el sitio, no la empresa; lo que vuelve a mostrar se publica aquí de nuevo.",

    "data.name": "Reseñas de clientes de {business}",
    "data.description":
      "Todas las reseñas verificadas de clientes de {business}, cada una con la forma en que se verificó, publicadas por la propia empresa",
    "badge.label": "{stars}, {reviews}",
    "embed.link": "{reviews} de {business}",

    "copy.copy": "Copiar",
    "copy.copied": "Copiado",
    "frame.show": "Insignia y tarjeta",
    "share.published": "Todas las reseñas, cada una con su verificación",
    "share.quote": "«{text}»",
    "badge.named": "{business}: {rated}",
    "card.label": "Tarjeta con la valoración de {business}",
    "card.invitation": "Lea todas las reseñas",
    "card.asOf": "A fecha de {month}",
    "show.title": "Muestre sus reseñas",
    "show.lead":
      "Insignia, últimas reseñas y tarjeta impresa de {business}. Se actualizan solas: copie el código que necesite.",
    "show.badge": "Insignia",
    "show.badgeLead":
      "Una imagen con la valoración media y el número de reseñas. Sin scripts ni cookies; elija la altura que quiera.",
    "show.list": "Últimas reseñas",
    "show.listLead":
      "Las reseñas más recientes, tengan las estrellas que tengan, con las fuentes de su página. Una sola petición, sin cookies; donde no se ejecutan scripts se muestra un enlace.",
    "show.theme.light": "Claro",
    "show.theme.dark": "Oscuro",
    "show.theme.auto": "Según el dispositivo del visitante",
    "show.code": "el código: {look}",
    "show.alt": "Reseñas verificadas de clientes de {business}",
    "show.card": "Tarjeta impresa",
    "show.cardLead":
      "Para la furgoneta y la factura: nombre, estrellas y un código que lleva a sus reseñas. Nítida a cualquier tamaño. Una valoración impresa no cambia, por eso indica de qué mes es.",
    "show.cardLink": "Abrir la tarjeta",
    "show.picture": "Imagen de los enlaces compartidos",
    "show.pictureLead":
      "La muestran la mensajería y las redes sociales cuando alguien comparte su página. Cada reseña tiene la suya.",

    "entity.title": "{name}: {reviews}",
    "entity.description": "Lo que los clientes de {business} dicen de {name}: cifras, citas y todas las reseñas.",
    "entity.technician": "Del equipo técnico de {business}",
    "entity.service": "Un servicio de {business}",
    "entity.none": "Ninguna reseña publicada menciona todavía a {name}.",
    "entity.mentions": { one: "{count} reseña menciona {name}", other: "{count} reseñas mencionan {name}" },
    "entity.tooFew": "– las cifras se muestran a partir de cinco reseñas.",
    "entity.ofAll": "{share} de todas las reseñas, entre {low} y {high} con una certeza del 95 %",
    "entity.satisfied": {
      zero: "Ninguna de ellas da cuatro o cinco estrellas",
      one: "{count} de ellas da cuatro o cinco estrellas",
      other: "{count} de ellas dan cuatro o cinco estrellas",
    },
    "entity.ofThese": "{share}, entre {low} y {high} con una certeza del 95 %",
    "entity.last": "Última mención: {date}",
    "entity.quotes": "En palabras de los clientes",
    "entity.aspects": "De qué hablan estas reseñas",
    "entity.aspectsOfPerson": "Se refiere a todo el trabajo, no solo a {name}.",
    "entity.aspect": "Aspecto",
    "entity.praise": "Elogios",
    "entity.blame": "Críticas",
    "entity.interval": "{share} (entre {low} y {high})",
    "entity.intervals":
      "Entre paréntesis: el margen en el que está la proporción con una certeza del 95 %, si se preguntara a muchos más clientes.",
    "entity.more": "Más sobre {name}",
    "entity.newest": "Reseñas que mencionan {name}, las más recientes primero",
    "entity.all": { one: "{count} reseña", other: "Las {count} reseñas" },
    "histogram.caption": "Número de reseñas por estrellas",
    "histogram.share": "Proporción",

    "feed.title": "{business}: reseñas de clientes",
    "feed.description":
      "Las reseñas de clientes más recientes de {business}, cada una con la forma en que se verificó, publicadas por la propia empresa",
    "feed.sample": "Datos de ejemplo de una empresa inventada.",
    "feed.stars": "{stars} de 5 estrellas",
    "feed.tag": "{stars} estrellas",
    "feed.entry": "{stars}: {what}",
    "feed.subject": "{subject}, {author}",
    "feed.reply": "Respuesta de {business}:",
    "feed.license": "Publicado bajo {license}, {url}.",
    "feed.source": "Las reseñas de {source} siguen sujetas a {url}.",
    "updates.title": "{business}: cambios en las reseñas de clientes",
    "updates.description":
      "Los últimos cambios en las reseñas de clientes de {business}: nuevas, modificadas, respondidas y retiradas",
    "updates.added": "Nueva: {title}",
    "updates.changed": "Modificada: {title}",
    "updates.removed": "Reseña retirada",
    "updates.removedText": "La reseña {id} ya no está publicada. Elimine su copia.",
  },
};
