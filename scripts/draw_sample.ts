/**
 * Draws the pictures of the sample business: `seed/drawings/*.svg` become `seed/pictures.json`, in the form that a store keeps, so that
 * a first start has nothing to draw.
 */
import type { SamplePictures } from "../src/owner/import_seed.ts";
import { photoFileName } from "../src/review/mod.ts";
import { createPictures } from "../src/server/pictures.ts";

const JOBS = [
  { name: "heat-pump", caption: "a heat pump beside a house", service: "heat-pump", date: "2026-09-17" },
  { name: "water-heater", caption: "a new water heater in a basement", service: "water-heater", date: "2026-08-20" },
  { name: "faucet", caption: "a kitchen faucet while it is changed", service: "faucets-sinks", date: "2026-06-11" },
];

const pictures = createPictures();

const job_photos: SamplePictures["job_photos"][number][] = [];
for (const { name, caption, service, date } of JOBS) {
  const reading = await pictures.preparePhoto(Uint8Array.fromBase64((await drawn(name)).webp));
  if (reading.kind === "refused") throw new Error(`${name}.svg: ${reading.fault}`);
  const { digest, files } = reading.photo;
  const sizes = files.map(({ width, height }) => ({ width, height }));
  const said = { caption: `Illustration: ${caption}`, service, technician: null, date };
  const kept = files.map((file) => ({ name: photoFileName(digest, file), webp: file.bytes.toBase64() }));
  job_photos.push({ id: name, digest, sizes, ...said, files: kept });
}
const sample: SamplePictures = {
  photo: {
    url: null,
    description: "Illustration: the five people of the firm and their van in front of the shop",
    author: "Goodword",
    license: null,
  },
  photo_image: await drawn("team"),
  job_photos,
};
await Bun.write(new URL("../seed/pictures.json", import.meta.url), `${JSON.stringify(sample, null, 1)}\n`);

async function drawn(name: string) {
  const svg = await Bun.file(new URL(`../seed/drawings/${name}.svg`, import.meta.url)).bytes();
  const reading = await pictures.prepare(svg, "photo");
  if (reading.kind === "refused") throw new Error(`${name}.svg: ${reading.reason}`);
  return reading.picture;
}
