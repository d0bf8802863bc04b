/** Checks a sender's domain: SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489). */

/** The TXT records of a name; null if DNS did not answer. */
export type LookUpTexts = (name: string) => Promise<readonly string[] | null>;

export interface SenderFinding {
  readonly about: "SPF" | "DKIM" | "DMARC";
  readonly level: "fine" | "advice" | "wrong" | "unknown";
  readonly message: string;
}

type Judgement = readonly [level: SenderFinding["level"], message: string];

/** Selectors under which the usual providers publish the keys of their customers. */
const SELECTORS = "google fm1 fm2 fm3 selector1 selector2 default mail dkim k1 k2 s1 s2".split(" ");
const NOT_ASKED: Judgement = ["unknown", "DNS query failed"];

export async function checkSenderDomain(domain: string, lookUp: LookUpTexts): Promise<readonly SenderFinding[]> {
  const [spf, dkim, dmarc] = await Promise.all([
    lookUp(domain).then((texts) => judgeSpf(domain, texts)),
    Promise.all(SELECTORS.map((selector) => lookUp(`${selector}._domainkey.${domain}`))).then((keys) =>
      judgeDkim(domain, keys),
    ),
    policiesOf(domain, lookUp).then((policies) => judgeDmarc(domain, policies)),
  ]);
  const finding = (about: SenderFinding["about"], [level, message]: Judgement) => ({ about, level, message });
  return [finding("SPF", spf), finding("DKIM", dkim), finding("DMARC", dmarc)];
}

function judgeSpf(domain: string, texts: readonly string[] | null): Judgement {
  if (texts === null) return NOT_ASKED;
  const records = texts.filter((text) => /^v=spf1(?:\s|$)/i.test(text));
  const [record] = records;
  if (record === undefined) {
    return ["wrong", `${domain} has no record; ask your provider which TXT record to add`];
  }
  if (records.length > 1) return ["wrong", `${domain} has ${records.length} records; only one is allowed`];
  if (/[+\s]all\b/i.test(record.replace(/[-~?]all/gi, ""))) {
    return ["wrong", `${domain} lets anyone send: ${record}`];
  }
  return ["fine", `${domain} has ${record}; check that it names your provider`];
}

function judgeDkim(domain: string, keys: readonly (readonly string[] | null)[]): Judgement {
  const found = SELECTORS.filter((_, at) => keys[at]?.some((text) => /\bp=[A-Za-z0-9+/]/.test(text)));
  if (found.length > 0) return ["fine", `${domain} has a key named ${found.join(", ")}`];
  if (keys.every((texts) => texts === null)) return NOT_ASKED;
  return ["advice", `${domain} has no key under the usual names; ask your provider how to enable DKIM`];
}

/** The records of the domain itself, otherwise those of the nearest parent with any. */
async function policiesOf(domain: string, lookUp: LookUpTexts): Promise<readonly string[] | null> {
  const labels = domain.split(".");
  for (let above = 0; above <= labels.length - 2; above++) {
    const texts = await lookUp(`_dmarc.${labels.slice(above).join(".")}`);
    const policies = texts?.filter((text) => /^v=DMARC1\b/i.test(text)) ?? null;
    if (policies === null || policies.length > 0) return policies;
  }
  return [];
}

function judgeDmarc(domain: string, policies: readonly string[] | null): Judgement {
  if (policies === null) return NOT_ASKED;
  const policy = /\bp\s*=\s*(none|quarantine|reject)\b/i.exec(policies[0] ?? "")?.[1]?.toLowerCase();
  if (policy !== undefined) return ["fine", `the policy of ${domain} is ${policy}`];
  const record = `v=DMARC1; p=none at _dmarc.${domain}`;
  return ["advice", `${domain} has no policy; large providers require one: ${record}`];
}
