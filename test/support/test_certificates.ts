import { readFileSync } from "node:fs";

const read = (name: string) => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), "utf8");

/** The authority that signed the certificates of test/fixtures/tls, as a path for NODE_EXTRA_CA_CERTS. */
export const AUTHORITY_PATH = new URL("../fixtures/tls/authority.pem", import.meta.url).pathname;
export const AUTHORITY = read("authority.pem");

/** The TLS options of a server that shows a certificate of test/fixtures/tls. */
export function serverTls(certificate: "subscriber" | "expired" | "other_name" = "subscriber") {
  return { cert: read(`${certificate}.pem`), key: read("subscriber_key.pem") };
}
