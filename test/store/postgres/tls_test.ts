/** What the URL asks for in TLS is what happens, against a server that takes encrypted connections only. */
import { describe, expect, test } from "bun:test";
import { openPostgres } from "../../../src/store/postgres/mod.ts";
import { startOwnPostgres } from "../../support/postgres_server.ts";
import { sharedPostgres } from "../../support/shared_postgres.ts";
import { AUTHORITY_PATH, type TestCertificate } from "../../support/test_certificates.ts";

const startedWith = (certificate: TestCertificate) =>
  sharedPostgres(`TLS to PostgreSQL, ${certificate}`, () => startOwnPostgres({ certificate }));
const subscriber = await startedWith("subscriber");
const other_name = await startedWith("other_name");
const expired = await startedWith("expired");

describe.if(expired !== null)("TLS to PostgreSQL", () => {
  if (subscriber === null || other_name === null || expired === null) return;
  const servers = { subscriber, other_name, expired };

  /** The revision of an empty store, or the message of the error. */
  async function open(certificate: TestCertificate, query: string, host = "127.0.0.1"): Promise<number | string> {
    const url = new URL(`${servers[certificate].url}${query}`);
    url.hostname = host;
    try {
      await using store = await openPostgres(url.href);
      return (await store.editions.state()).revision;
    } catch (error) {
      return String(error);
    }
  }
  const trusted = `&sslrootcert=${encodeURIComponent(AUTHORITY_PATH)}`;

  test.each([
    ["require encrypts, whoever answers", "subscriber", "?sslmode=require"],
    ["require takes a certificate of another name", "other_name", "?sslmode=require"],
    ["prefer encrypts where the server can", "subscriber", "?sslmode=prefer"],
    ["verify-full takes a certificate of the given authority", "subscriber", `?sslmode=verify-full${trusted}`],
    ["verify-ca takes it under another name, too", "other_name", `?sslmode=verify-ca${trusted}`],
  ] as const)("sslmode=%s", async (_, certificate, query) => {
    expect(await open(certificate, query)).toBe(0);
  });

  test.each([
    ["disable, with a server that demands encryption", "subscriber", "?sslmode=disable"],
    ["nothing, with a server that demands encryption", "subscriber", ""],
    ["verify-full, and nobody known signed the certificate", "subscriber", "?sslmode=verify-full"],
    ["verify-ca, and nobody known signed the certificate", "subscriber", "?sslmode=verify-ca"],
    ["verify-full, and the certificate has another name", "other_name", `?sslmode=verify-full${trusted}`],
    ["verify-full, and the certificate has expired", "expired", `?sslmode=verify-full${trusted}`],
    ["verify-ca, and the certificate has expired", "expired", `?sslmode=verify-ca${trusted}`],
  ] as const)("there is no connection when the URL asks for %s", async (_, certificate, query) => {
    expect(await open(certificate, query)).toStartWith("GoodwordError: PostgreSQL: ");
  });

  test("verify-full takes the name, not only the address, that the URL has", async () => {
    expect(await open("subscriber", `?sslmode=verify-full${trusted}`, "localhost")).toBe(0);
  });
});
