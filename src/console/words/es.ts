/** The console in Spanish. */
import type { ConsoleCatalogue } from "./en.ts";

/** Every message of the console in Spanish. */
export const es: ConsoleCatalogue = {
  // The frame: navigation, logins, people.
  "frame.title": "Consola",
  "frame.menu": "Menú",
  "frame.site": "Página pública",
  "frame.logout": "Cerrar sesión",
  "frame.home": "Ir a la bandeja",
  "frame.pages": "Páginas",
  "frame.pageOf": "Página {page} de {pages}",
  "frame.newer": "Anterior",
  "frame.older": "Siguiente",
  "frame.moment": "{date}, {time} UTC",
  "frame.nav.inbox": "Pendiente",
  "frame.nav.reviews": "Opiniones",
  "frame.nav.import": "Importar",
  "frame.nav.jobs": "Trabajos",
  "frame.nav.invitations": "Invitaciones",
  "frame.nav.verification": "Verificación",
  "frame.nav.copies": "Copias",
  "frame.nav.insights": "Análisis",
  "frame.nav.profile": "Empresa",
  "frame.nav.share": "Compartir",
  "frame.nav.subscribers": "Suscriptores",
  "frame.nav.people": "Personas",
  "frame.nav.activity": "Actividad",
  "frame.closed.missing": "Aquí no hay nada",
  "frame.closed.missingAdvice": "Puede que se haya eliminado o que la dirección esté mal escrita.",
  "frame.closed.readers": "Eso solo pueden hacerlo los propietarios",
  "frame.closed.readersAdvice": "Puedes verlo todo. Pide a un propietario que haga el cambio.",
  "frame.closed.large": "Es demasiado grande",
  "frame.closed.largeAdvice": "No se ha cambiado nada. Vuelve atrás y envía menos de una vez.",
  "frame.closed.unread": "No se ha podido leer",
  "frame.closed.unreadAdvice": "No se ha cambiado nada. Vuelve atrás e inténtalo otra vez.",
  "frame.changed":
    "Alguien ha cambiado esto mientras lo editabas. No se ha sobrescrito nada: abajo está lo que has escrito y cómo está ahora.",
  "login.title": "Entrar",
  "login.name": "Nombre",
  "login.password": "Contraseña",
  "login.passkey": "Entrar con una llave de acceso",
  "login.wrong": "El nombre y la contraseña no coinciden.",
  "login.wrongPasskey": "La llave de acceso no ha funcionado. Inténtalo otra vez.",
  "login.noPasskey": "No ha funcionado. Inténtalo otra vez o usa tu contraseña.",
  "login.wait": {
    one: "Demasiados intentos. Espera un minuto o usa una llave de acceso.",
    other: "Demasiados intentos. Espera {count} minutos o usa una llave de acceso.",
  },
  "login.lost":
    "¿No puedes entrar? Pide un enlace nuevo a un propietario o ejecuta goodword console link --for TU-NOMBRE en el servidor.",
  "login.ended": "Se ha cerrado tu sesión",
  "login.endedAdvice": "No se ha cambiado nada. Entra y vuelve atrás en el navegador: lo que has escrito sigue ahí.",
  "login.unclaimed": "Nadie ha configurado aún esta consola",
  "login.unclaimedLead": "El servidor muestra un enlace al arrancar. Para obtener otro, ejecuta esto en el servidor:",
  "login.unclaimedAdvice": "El enlace sirve una vez, durante 15 minutos.",
  "login.gone": "Este enlace ya no sirve",
  "login.goneAdvice": "Ya se ha usado o han pasado sus 15 minutos. Pide otro.",
  "login.welcome": "Te damos la bienvenida",
  "login.lead.owner": "Elige un nombre y una contraseña y ya está.",
  "login.lead.reader": "Elige un nombre y una contraseña. Podrás verlo todo, sin cambiar nada.",
  "login.lead.again": "Hola de nuevo, {name}. Elige una contraseña nueva.",
  "login.yourName": "Tu nombre",
  "login.newPassword": "Contraseña nueva",
  "login.passwordHint": { one: "Al menos {count} carácter", other: "Al menos {count} caracteres" },
  "login.begin": "Empezar",
  "login.beginPasskey": "Mejor con una llave de acceso",
  "login.fault.name": "Escribe un nombre de hasta 80 caracteres.",
  "login.fault.name_taken": "Ya hay alguien con este nombre. Elige otro.",
  "login.fault.password_short": {
    one: "Usa al menos {count} carácter.",
    other: "Usa al menos {count} caracteres. Tres palabras fáciles de recordar van bien.",
  },
  "login.fault.password_long": {
    one: "Usa al menos {count} carácter y no más de 1000.",
    other: "Usa al menos {count} caracteres y no más de 1000.",
  },
  "people.link": "Entrega tú mismo este enlace. Sirve una vez, durante 15 minutos, y no se vuelve a mostrar:",
  "people.role": "Puede",
  "people.role.owner": "hacerlo todo",
  "people.role.reader": "solo mirar",
  "people.roleHint": "Puedes retirarlo cuando quieras.",
  "people.seen": "Última visita",
  "people.act": "Acceso",
  "people.notIn": "Sin sesión",
  "people.add": "Añadir a alguien",
  "people.makeLink": "Crear enlace",
  "people.letInAgain": "Enlace nuevo",
  "people.revoke": "Quitar…",
  "people.revokeNow": "Quitar a {name}",
  "people.revokeMeans": "Se cierra la sesión de {name} en todas partes y ya no podrá entrar.",
  "people.password": "Contraseña",
  "people.savePassword": "Guardar contraseña",
  "people.current": "Contraseña actual",
  "people.currentWrong": "Esa no es tu contraseña.",
  "people.passkeys": "Llaves de acceso",
  "people.passkeysHint": "Entra con la huella, la cara o el PIN del móvil, sin contraseña.",
  "people.since": "Añadida el",
  "people.remove": "Quitar",
  "people.addPasskey": "Añadir una llave de acceso",
  "people.lastKey": "Es tu única forma de entrar. Pon antes una contraseña.",
  "people.sessions": "Dónde tienes la sesión abierta",
  "people.thisOne": "este navegador",
  "people.end": "Cerrar sesión",

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
  "done.saved": "Guardado.",
  "done.revoked": "Persona eliminada.",
  "done.ended": "Sesión cerrada allí.",
};
