/**
 * How the DNS of a sender's domain vouches for its mail: SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489), as far as DNS
 * shows it. Which servers may send, and with which key, only the provider knows: nothing here says that mail arrives.
 */

/** The texts at a name; null when DNS could not be asked. */
export type LookUpTexts = (name: string) => Promise<readonly string[] | null>;

/** What was found of one of the three. */
export interface StandingFinding {
  readonly about: "SPF" | "DKIM" | "DMARC";
  readonly level: "fine" | "advice" | "wrong" | "unknown";
  readonly message: string;
}

/** Names under which the usual providers keep the keys of their customers. */
const SELECTORS = [
  "google",
  "fm1",
  "fm2",
  "fm3",
  "selector1",
  "selector2",
  "default",
  "mail",
  "dkim",
  "k1",
  "k2",
  "s1",
  "s2",
];
const UNASKED = "DNS could not be asked";

export async function senderStanding(domain: string, lookUp: LookUpTexts): Promise<readonly StandingFinding[]> {
  const [spf, dmarc, keys] = await Promise.all([
    lookUp(domain),
    dmarcOf(domain, lookUp),
    Promise.all(SELECTORS.map((selector) => lookUp(`${selector}._domainkey.${domain}`))),
  ]);
  return [judgeSpf(domain, spf), judgeDkim(domain, keys), judgeDmarc(domain, dmarc)];
}

/** At the domain itself, else at those above it. */
async function dmarcOf(domain: string, lookUp: LookUpTexts): Promise<readonly string[] | null> {
  const labels = domain.split(".");
  for (let above = 0; above <= labels.length - 2; above++) {
    const texts = await lookUp(`_dmarc.${labels.slice(above).join(".")}`);
    const records = texts?.filter((text) => /^v=DMARC1\b/i.test(text)) ?? null;
    if (records === null || records.length > 0) return records;
  }
  return [];
}

function judgeSpf(domain: string, texts: readonly string[] | null): StandingFinding {
  const about = "SPF";
  if (texts === null) return { about, level: "unknown", message: UNASKED };
  const records = texts.filter((text) => /^v=spf1(?:\s|$)/i.test(text));
  const [record = ""] = records;
  if (records.length === 0) {
    return {
      about,
      level: "wrong",
      message: `${domain} has no record; your provider tells you which TXT record to add`,
    };
  }
  if (records.length > 1)
    return { about, level: "wrong", message: `${domain} has ${records.length} records, and may have one` };
  if (/[+\s]all\b/i.test(record.replace(/[-~?]all/gi, ""))) {
    return { about, level: "wrong", message: `${domain} lets everybody send: ${record}` };
  }
  return { about, level: "fine", message: `${domain} says ${record}; see that it names your provider` };
}

function judgeDkim(domain: string, keys: readonly (readonly string[] | null)[]): StandingFinding {
  const about = "DKIM";
  const found = SELECTORS.filter((_, at) => keys[at]?.some((text) => /\bp=[A-Za-z0-9+/]/.test(text)));
  if (found.length > 0) return { about, level: "fine", message: `${domain} has a key named ${found.join(", ")}` };
  if (keys.every((texts) => texts === null)) return { about, level: "unknown", message: UNASKED };
  const message = `${domain} has no key under the usual names; ask your provider how to turn DKIM on`;
  return { about, level: "advice", message };
}

function judgeDmarc(domain: string, records: readonly string[] | null): StandingFinding {
  const about = "DMARC";
  if (records === null) return { about, level: "unknown", message: UNASKED };
  const policy = /\bp\s*=\s*(none|quarantine|reject)\b/i.exec(records[0] ?? "")?.[1]?.toLowerCase();
  if (policy === undefined) {
    return {
      about,
      level: "advice",
      message: `${domain} has no policy; large providers ask for one: v=DMARC1; p=none at _dmarc.${domain}`,
    };
  }
  return { about, level: "fine", message: `the policy of ${domain} is ${policy}` };
}
