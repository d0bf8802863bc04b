/** How large a picture of the business may be on a page, and how it is made to fit. */
import type { PictureKind } from "../review/mod.ts";

export interface PictureFrame {
  /** Pixels; about twice what a page shows, for screens of two pixels to one. */
  readonly width: number;
  readonly height: number;
  /** Size limit of the business's own pictures: both, a page and its styles together stay below 60 kB. */
  readonly maxBytes: number;
}

export const FRAMES: Readonly<Record<PictureKind, PictureFrame>> = {
  logo: { width: 480, height: 192, maxBytes: 10 << 10 },
  photo: { width: 960, height: 720, maxBytes: 27 << 10 },
};

/** Photographs of jobs: enlarged, and in a row of them. What is no heavier than a row's is sent whole. */
export const PHOTO_FRAMES = {
  enlarged: { width: 1600, height: 1600, maxBytes: 400 << 10 },
  inRow: { width: 640, height: 640, maxBytes: 64 << 10 },
} as const satisfies Readonly<Record<string, PictureFrame>>;

interface Attempt {
  readonly width: number;
  readonly height: number;
  readonly quality: number;
}

/** The attempts at a frame, the best looking first: at each size coarser, then smaller. */
export function attemptsAt({ width, height }: PictureFrame): Attempt[] {
  return [1, 0.8, 0.65, 0.5, 0.35].flatMap((share) =>
    [85, 65, 45].map((quality) => ({ width: Math.round(width * share), height: Math.round(height * share), quality })),
  );
}
