/**
 * The commonest words of other languages that reviews are written in, enough to name the language of most texts without
 * counting letters. Words that English has too are left out; a word may stand in several.
 *
 * @module
 */
const words = (list: string): readonly string[] => list.trim().split(/\s+/);

/** Common words by BCP 47 language code. */
export const OTHER_LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  de: words(`der das und ist nicht sehr ich wir ein eine einen einem einer mit für auf von zu im dem den auch wurde
    wurden haben hat hatte sind waren bei nach aus wie uns unser mir mich sich aber oder nur noch schon immer
    wieder gut gute guter gutes alles kann können über durch zum zur vom wenn weil dass kein keine ihr ihre sie
    es geht gibt dieser diese diesem wirklich einfach toll tolle toller tolles netter nette nettes absolut jederzeit
    bester beste besten schneller schnelle saubere sauberer pünktlich prima perfekt dankeschön leute mitarbeiter betrieb
    handwerker beratung leistung ausgeführt gearbeitet kein keinen einen meine mein ihnen mal da hier vor seit gegen
    wird werden würde sollte waren leider kunde kunden rechnung angebot anfahrt telefon ausführung qualität
    monteur techniker meister firma termin freundlich freundliche freundlicher schnell arbeit danke vielen gerne empfehlen kompetent zuverlässig
    sauber preis heizung bin nie`),
  fr: words(`le la les un une du de et est pas très nous vous je il elle ils avec pour sur dans que qui ce cette sont été
    était mais ou bien bon bonne travail merci équipe rapide j'ai c'est d'un d'une l'équipe aux leur leurs sans
    tous recommande recommandons ne sa ses notre votre toujours intervention devis parfait très merci pro accueil prix cher efficace sérieux personne
    professionnel soigné satisfait satisfaits bonne jamais téléphone`),
  es: words(`el la los las un una unos y es muy nosotros para por en que de del al lo se su sus mi nos fue fueron era
    pero más bien buen bueno buena trabajo gracias rápido rápida todo todos siempre recomiendo recomendable han
    está están este esta excelente profesional amable cuando como también tarde caro servicio trato contestan teléfono nunca rápidos llegaron perfecto`),
  it: words(`il lo la gli le un una di e è non molto da che del della dei nel sono stato stata ma più bene buono buona
    lavoro grazie tutto sempre anche questo questa ho abbiamo ci mi si consiglio consigliato veloce gentile
    professionale servizio ottimo ottima al alla perfetto prezzi prezzo esperienza pessima pessimo mai consigliatissimo veloci`),
  nl: words(`de het een en niet zeer wij ik voor op te dat zijn waren bij naar uit als ons onze mij maar nog ook altijd
    weer goed goede alles kan om geen heel erg snel werk bedankt aanrader vriendelijk netjes afspraak bedrijf
    wordt werd hebben heeft fijn fijne mooi mooie nette bij onze erg prijs gewerkt werken klantvriendelijk
    vriendelijke vakkundig monteur winkel duur tevreden bereikbaar geholpen dank nooit`),
  pt: words(`o os um uma e é não muito com para por em que de da das na se seu sua nos foi foram mas mais bem bom boa
    trabalho obrigado obrigada rápido tudo todos sempre recomendo serviço excelente atendimento são está`),
  pl: words(`w na nie jest się z bardzo że jak ale po za od przez dla polecam szybko firma dobry dobra był była są oraz
    już tak wszystko profesjonalnie praca usługa dziękuję nie szybka drogo telefonu odbierają sprawnie fachowcy obsługa`),
  sv: words(`och att det som en ett är inte mycket vi jag med för på av var har hade bra snabb jobb tack alltid från
    eller också kan trevlig rekommenderar rekommenderas dålig snabbt god meget hurtigt godt`),
};

/** Words that reviews in English and in other languages use alike: beside words of those they tell nothing. */
export const SHARED_WORDS: ReadonlySet<string> = new Set(
  words(`service super top team partner showroom job ok okay fair hotel restaurant bar chef pro me on no so in am an was
    man die war hat bad prima product plan start warm problem system best test tip tips mega cool fan go`),
);
