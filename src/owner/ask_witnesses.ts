/** What witnesses have seen of the public log, before anything of an older copy is signed: they outlive this machine. */
import type { Config } from "../config.ts";
import type { GuardedFetch } from "../platform.ts";
import { logOrigin } from "../publication/publishing/mod.ts";
import { readVerifierKey } from "../transparency_log/mod.ts";
import { askWhatWasSeen } from "../transparency_log/watching/mod.ts";

/** Who is asked, and by whom. */
export interface WitnessOrder extends Pick<Config, "witnesses" | "baseUrl"> {
  readonly fetch: () => Promise<GuardedFetch>;
}

/** The log as a backup knows it. */
export interface LogToAskAbout {
  readonly number: number;
  /** The key that signed it; null where none did. */
  readonly signer: string | null;
}

/** What a witness has seen. */
export interface SeenLog {
  readonly witness: string;
  /** Number of the newest log that it knows, and its entries; null where it knows none or did not answer. */
  readonly number: number | null;
  readonly size: number | null;
  /** Why it is not known. */
  readonly fault: string | null;
}

interface KnownLog {
  readonly number: number;
  readonly size: number;
  readonly text: string;
}

/** Asks all of them about this log and those that may have followed it. */
export async function askWitnesses(
  { witnesses, baseUrl, fetch: open }: WitnessOrder,
  { number: first, signer }: LogToAskAbout,
): Promise<{ readonly told: readonly SeenLog[]; readonly greatest: KnownLog | null }> {
  if (witnesses.length === 0) return { told: [], greatest: null };
  const fetch = await open();
  const log = signer === null ? null : readVerifierKey(signer);
  const found = await Promise.all(
    witnesses.map(async ({ vkey, url }): Promise<{ readonly told: SeenLog; readonly known: KnownLog | null }> => {
      const [witness = vkey] = vkey.split("+");
      const key = readVerifierKey(vkey);
      const nothing = { witness, number: null, size: null };
      if (key === null) return { told: { ...nothing, fault: "its key is not known here" }, known: null };
      let known: KnownLog | null = null;
      for (let number = first; ; number++) {
        const seen = await askWhatWasSeen({ key, url }, logOrigin({ baseUrl }, number), { fetch, log });
        if (seen.kind === "failed") return { told: { ...nothing, fault: seen.reason }, known };
        if (seen.kind === "unknown") break;
        known = { number, size: seen.size, text: seen.text };
      }
      const told = { ...nothing, ...(known && { number: known.number, size: known.size }), fault: null };
      return { told, known };
    }),
  );
  const all = found.flatMap(({ known }) => known ?? []);
  const [greatest = null] = all.sort((one, other) => other.number - one.number || other.size - one.size);
  return { told: found.map(({ told }) => told), greatest };
}
