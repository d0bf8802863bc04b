/** Lists the owner's settings of a business. */
import { listSettings, removedSettings, settingData, settingInWords } from "../../owner/settings.ts";
import { type CommandCall, type Outcome, table } from "../command.ts";

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
