/** Lists photographs of jobs. */
import { listPhotos } from "../../owner/photos.ts";
import { MAX_PHOTOS } from "../../review/mod.ts";
import { type CommandCall, type Outcome, table } from "../command.ts";

export async function photosList(call: CommandCall): Promise<Outcome> {
  const photos = await call.withStore(listPhotos, { isReadOnly: true });
  const rows = photos.map(({ id, date, service, technician, caption }) => {
    return [id, date ?? "-", service ?? "-", technician ?? "-", caption ?? "-"];
  });
  return { lines: [...table(rows), `${photos.length} of at most ${MAX_PHOTOS} photographs`], data: { photos } };
}
