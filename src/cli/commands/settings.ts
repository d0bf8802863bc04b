/** Lists the owner's settings of a business, and tests its mail server. */
import { readConfig } from "../../config.ts";
import { sendTestMail } from "../../owner/send_test_mail.ts";
import { listSettings, removedSettings, settingData, settingInWords } from "../../owner/settings.ts";
import { argumentOf, type CommandCall, type Outcome, table } from "../command.ts";

export function settingsList(call: CommandCall): Promise<Outcome> {
  return call.withStore(async (store) => {
    const listed = await call.withSettings(store, async (place) => {
      const kept = (await place.kept()) ?? {};
      const shown = listSettings(place, kept);
      const rows = shown.map((each) => [each.name, settingInWords(each)]);
      const lines = [...table(rows, Number.POSITIVE_INFINITY), ...removedSettings(kept)];
      return { lines, data: shown.map(settingData) };
    });
    return listed ?? { lines: [], data: [] };
  });
}

export async function settingsTest(call: CommandCall): Promise<Outcome> {
  const { context } = call;
  const address = argumentOf(call);
  const config = readConfig(context.env);
  const sending = { config, mail: context.mail, now: context.now() };
  const refusal = await call.withStore((store) => sendTestMail(store, address, sending));
  if (refusal === null)
    return { lines: [`The mail server accepted the test for ${address}`], data: { accepted: true } };
  const { consoleWords, messageText } = await import("../../languages/mod.ts");
  const fault = `${messageText(consoleWords("en"), refusal.key, { address })} (${refusal.code})`;
  return { lines: [], data: { accepted: false, code: refusal.code }, faults: [fault], exitCode: 1 };
}
