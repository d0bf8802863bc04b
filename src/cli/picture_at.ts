/**
 * A picture that an owner names on the command line: a file, or an address of the web.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { GoodwordError } from "../errors.ts";
import type { Picture, PictureKind } from "../review/mod.ts";
import type { Call } from "./command.ts";
import { telling } from "./file_on_disk.ts";

/** Whether it is to be fetched. */
export function isAddress(source: string): boolean {
  return /^https?:\/\//.test(source);
}

/** The picture, made ready for pages. @throws {GoodwordError} input_refused, saying what is wrong with it */
export async function pictureAt({ world }: Call, kind: PictureKind, source: string): Promise<Picture> {
  const reading = await (isAddress(source)
    ? world.pictures.fetch(source, kind)
    : world.pictures.prepare(
        telling(source, () => readFileSync(source)),
        kind,
      ));
  if (reading.kind === "picture") return reading.picture;
  throw new GoodwordError("input_refused", `Cannot use the ${kind} ${source}: ${reading.reason}`);
}

/** "480 by 192 pixels" */
export function sizeInWords({ width, height }: Pick<Picture, "width" | "height">): string {
  return `${width} by ${height} pixels`;
}
