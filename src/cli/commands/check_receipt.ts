/** Checks what an author or an invited customer has kept against the public log as it is served today. */
import { readFileSync } from "node:fs";
import { GoodwordError } from "../../errors.ts";
import { withFileErrors } from "../../owner/import_files.ts";
import {
  checkDkim,
  checkReceipt,
  checkSealedMessage,
  type DkimCheck,
  readReceipt,
  readSealedMessage,
} from "../../transparency_log/watching/mod.ts";
import { argumentOf, type CommandCall, type Outcome } from "../command.ts";
import { askAt, asked } from "./watch_log.ts";

/** A receipt as JSON, or a message as a mail program stores it. */
export async function checkKeptReceipt(call: CommandCall): Promise<Outcome> {
  const { context } = call;
  const path = argumentOf(call);
  const bytes = withFileErrors(path, "read", () => readFileSync(path));
  const receipt = readReceipt(bytes.toString());
  if (receipt !== null) {
    const site = call.text("url") ?? receipt.site;
    return outcomeOf(site, null, await asked(site, () => checkReceipt(receipt, askAt(site, context))));
  }
  const message = await readSealedMessage(bytes);
  if (message === null) {
    const what = "neither a receipt nor a message with the seal of a decision; save the message as .eml";
    throw new GoodwordError("input_refused", `${path}: ${what}`);
  }
  const site = call.text("url") ?? message.proof.log.replace(/\/log(?:\/\d+)?$/, "");
  const report = await asked(site, () => checkSealedMessage(message, askAt(site, context)));
  return outcomeOf(site, await checkDkim(bytes, context.mail.lookUpTexts), report);
}

function outcomeOf(
  site: string,
  dkim: DkimCheck | null,
  { holds, facts }: { readonly holds: boolean; readonly facts: readonly string[] },
): Outcome {
  const signed = dkim === null ? [] : [inWords(dkim)];
  return {
    lines: holds ? [...facts, ...signed] : signed,
    data: { site, holds, facts, ...(dkim !== null && { dkim }) },
    ...(!holds && { faults: facts, exitCode: 1 as const }),
  };
}

function inWords(dkim: DkimCheck): string {
  if (dkim.kind === "valid") return `DKIM signature of the message: valid, by ${dkim.domain}`;
  return `DKIM signature of the message: ${dkim.kind === "invalid" ? "invalid" : "not checked"}: ${dkim.reason}`;
}
