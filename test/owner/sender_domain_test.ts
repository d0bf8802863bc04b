import { expect, test } from "bun:test";
import { checkSenderDomain } from "../../src/owner/sender_domain.ts";

const lookUpIn = (zone: Readonly<Record<string, readonly string[]>>) => async (name: string) => zone[name] ?? [];
const levels = async (zone: Readonly<Record<string, readonly string[]>>, domain = "mail.acme.test") =>
  Object.fromEntries((await checkSenderDomain(domain, lookUpIn(zone))).map(({ about, level }) => [about, level]));

test("checkSenderDomain() finds SPF, keys under usual names, and the policy of the domain or of the one above it", async () => {
  const zone = {
    "mail.acme.test": ["verification=1", "v=spf1 include:_spf.provider.test -all"],
    "google._domainkey.mail.acme.test": ["v=DKIM1; k=rsa; p=MIIB"],
    "_dmarc.acme.test": ["v=DMARC1; p=quarantine; rua=mailto:a@acme.test"],
  };
  expect(await levels(zone)).toEqual({ SPF: "fine", DKIM: "fine", DMARC: "fine" });
  const [, dkim, dmarc] = await checkSenderDomain("mail.acme.test", lookUpIn(zone));
  expect([dkim?.message, dmarc?.message]).toEqual([
    "mail.acme.test has a key named google",
    "the policy of mail.acme.test is quarantine",
  ]);
});

test("checkSenderDomain() names what is missing, duplicated, or lets anyone send", async () => {
  expect(await levels({})).toEqual({ SPF: "wrong", DKIM: "advice", DMARC: "advice" });
  for (const records of [
    ["v=spf1 -all", "v=spf1 ~all"],
    ["v=spf1 +all"],
    ["v=spf1 all"],
    ["v=spf1 include:x.test all"],
  ]) {
    expect(await levels({ "mail.acme.test": records })).toMatchObject({ SPF: "wrong" });
  }
  expect(await levels({ "default._domainkey.mail.acme.test": ["v=DKIM1; p="] })).toMatchObject({ DKIM: "advice" });
  expect(await levels({ "mail.acme.test": ["v=spf1 a:all.acme.test ~all"] })).toMatchObject({ SPF: "fine" });
});

test("checkSenderDomain() reports that DNS cannot be asked", async () => {
  const findings = await checkSenderDomain("acme.test", async () => null);
  expect(findings.map(({ level }) => level)).toEqual(["unknown", "unknown", "unknown"]);
});
