import { readFileSync } from "node:fs";

const read = (name: string) => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), "utf8");

/** The authority that signed the certificates of test/fixtures/tls, as a path for NODE_EXTRA_CA_CERTS. */
export const AUTHORITY_PATH = new URL("../fixtures/tls/authority.pem", import.meta.url).pathname;
export const AUTHORITY = read("authority.pem");

/** A certificate of test/fixtures/tls: for this machine, expired, or for another. */
export type TestCertificate = "subscriber" | "expired" | "other_name";

/** The TLS options of a server that shows a certificate. */
export function serverTls(certificate: TestCertificate = "subscriber") {
  return { cert: read(`${certificate}.pem`), key: read("subscriber_key.pem") };
}
