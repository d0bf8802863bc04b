import { describe, expect, test } from "bun:test";
import type { GuardedFetch, OutboundResponse } from "../../src/platform.ts";
import { withoutWebpNotes } from "../../src/review/mod.ts";
import { fetchPicture, preparePicture } from "../../src/server/pictures.ts";
import { noiseOf, PROFILE_NOTES, pngOf, webpChunks, withProfile } from "../support/png.ts";

const refusalOf = async (reading: ReturnType<typeof preparePicture>) => {
  const read = await reading;
  return read.kind === "refused" ? read.reason : read;
};

describe("preparePicture()", () => {
  test("shrinks a picture to what a page shows, and keeps its shape", async () => {
    const reading = await preparePicture(await pngOf(1920, 480), "logo");
    expect(reading).toMatchObject({ kind: "picture", picture: { width: 480, height: 120 } });
    const webp = reading.kind === "picture" ? Buffer.from(reading.picture.webp, "base64") : Buffer.alloc(0);
    expect(webp.subarray(8, 12).toString()).toBe("WEBP");
    expect(webp.length).toBeLessThanOrEqual(10 << 10);
  });

  test("brings a photograph below 27 kB, however busy it is", async () => {
    const reading = await preparePicture(await noiseOf(1200, 900), "photo");
    expect(reading.kind === "picture" && reading.picture.width / reading.picture.height).toBeCloseTo(4 / 3, 1);
    expect(reading.kind === "picture" && reading.picture.webp.length * 0.75).toBeLessThanOrEqual(27 << 10);
  });

  test("removes the camera's EXIF data", async () => {
    const jpeg = await new Bun.Image(await pngOf(200, 100)).jpeg().bytes();
    const note = Buffer.from("Exif\0\0GPS 44.9 N 93.2 W");
    const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, note.length + 2]), note]);
    const noted = new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]));
    const reading = await preparePicture(noted, "photo");
    const webp = reading.kind === "picture" ? Buffer.from(reading.picture.webp, "base64").toString("latin1") : "none";
    expect(webp.slice(8, 12)).toBe("WEBP");
    expect(webp).not.toMatch(/exif|GPS/i);
  });

  test("drops a colour profile, and a stored one is dropped when it is read", async () => {
    const png = withProfile(await pngOf(200, 100));
    const reading = await preparePicture(png, "logo");
    if (reading.kind === "refused") throw new Error(reading.reason);
    expect(webpChunks(Uint8Array.fromBase64(reading.picture.webp))).not.toContain("ICCP");
    // As earlier releases have stored it.
    const stored = await new Bun.Image(png).webp({ quality: 80 }).bytes();
    expect(webpChunks(stored)).toContain("ICCP");
    const shown = withoutWebpNotes(stored);
    expect(webpChunks(shown)).not.toContain("ICCP");
    expect(Buffer.from(shown).toString("latin1")).not.toContain(PROFILE_NOTES);
    expect(await new Bun.Image(shown).metadata()).toMatchObject({ width: 200, height: 100 });
    expect(Buffer.from(await new Bun.Image(shown).png().bytes())).toEqual(
      Buffer.from(
        await new Bun.Image(await new Bun.Image(await pngOf(200, 100)).webp({ quality: 80 }).bytes()).png().bytes(),
      ),
    );
  });

  test("never makes a picture larger", async () => {
    expect(await preparePicture(await pngOf(40, 30), "logo")).toMatchObject({ picture: { width: 40, height: 30 } });
  });

  test("refuses what is no picture, however it is named", async () => {
    const html = new TextEncoder().encode("<!DOCTYPE html><html><svg></svg></html>");
    expect(await refusalOf(preparePicture(html, "logo"))).toBe("it is no PNG, JPEG, WebP or SVG picture");
    expect(await refusalOf(preparePicture(new Uint8Array(0), "logo"))).toBe("the file is empty");
  });

  test("refuses a picture that ends before its end", async () => {
    const whole = await pngOf(300, 300);
    expect(await refusalOf(preparePicture(whole.subarray(0, 60), "logo"))).toBe("the picture is damaged");
  });

  test("refuses a file that claims more pixels than are decoded, and one that is too large", async () => {
    const bomb = await pngOf(8, 8);
    new DataView(bomb.buffer, bomb.byteOffset).setUint32(16, 30_000);
    new DataView(bomb.buffer, bomb.byteOffset).setUint32(20, 30_000);
    expect(await refusalOf(preparePicture(bomb, "logo"))).toMatch(/50 million pixels|damaged/);
    expect(await refusalOf(preparePicture(new Uint8Array((10 << 20) + 1), "logo"))).toBe(
      "the file is larger than 10 MB",
    );
  });
});

describe("preparePicture() of SVG", () => {
  const svg = (inside: string, attributes = 'viewBox="0 0 300 100"') =>
    new TextEncoder().encode(
      `<?xml version="1.0"?>\n<!-- A logo -->\n<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`,
    );

  test("draws it as large as a page shows it, and keeps nothing of the file but pixels", async () => {
    const reading = await preparePicture(svg('<script>alert(1)</script><path d="M0 0h300v100z" fill="#c21"/>'), "logo");
    expect(reading).toMatchObject({ kind: "picture", picture: { width: 480, height: 160 } });
    const webp = reading.kind === "picture" ? Buffer.from(reading.picture.webp, "base64") : Buffer.alloc(0);
    expect(webp.subarray(8, 12).toString()).toBe("WEBP");
    expect(webp.toString("latin1")).not.toContain("alert");
  });

  test("takes its shape from width and height where it has no viewBox", async () => {
    expect(await preparePicture(svg("", 'width="40mm" height="40mm"'), "logo")).toMatchObject({
      picture: { width: 192, height: 192 },
    });
  });

  test("refuses one that is made to unfold without end", async () => {
    const ten = (id: string) => `<use href="#${id}"/>`.repeat(10);
    const levels = ["a", "b", "c", "d", "e", "f", "g"].map((id, at) =>
      at === 0 ? `<g id="a"><rect width="9" height="9"/></g>` : `<g id="${id}">${ten("abcdefg".charAt(at - 1))}</g>`,
    );
    const bomb = svg(`<defs>${levels.join("")}</defs>${ten("g")}`);
    expect(await refusalOf(preparePicture(bomb, "logo"))).toBe("it cannot be drawn; save it as PNG");
  });

  test.each([
    [svg('<text x="1" y="20">Ace</text>'), "it sets text in a font; turn the text into paths, or save it as PNG"],
    [svg('<image href="https://ace.example/x.png"/>'), "it holds another picture or page; save it as PNG"],
    [svg('<filter id="a"><feGaussianBlur stdDeviation="99"/></filter>'), "it has filter effects; save it as PNG"],
    [svg("", ""), "its svg element has neither a viewBox nor a width and height; save it as PNG"],
    [svg("<path"), "it cannot be drawn; save it as PNG"],
  ])("refuses one that cannot be drawn faithfully, with advice (%#)", async (file, reason) => {
    expect(await refusalOf(preparePicture(file, "logo"))).toBe(reason);
  });
});

describe("fetchPicture()", () => {
  const answering = (answers: Readonly<Record<string, Partial<OutboundResponse>>>) => {
    const asked: string[] = [];
    const fetch: GuardedFetch = async ({ url }) => {
      asked.push(url);
      return {
        kind: "answered",
        status: 404,
        headers: new Headers(),
        body: new Uint8Array(),
        ...answers[url],
      } as OutboundResponse;
    };
    return { asked, fetch };
  };
  const to = (location: string) => ({ status: 302, headers: new Headers({ Location: location }) });

  test("follows redirects, each through the guard", async () => {
    const { asked, fetch } = answering({
      "https://ace.example/logo": to("/logo.png"),
      "https://ace.example/logo.png": { status: 200, body: await pngOf(20, 20) },
    });
    expect(await fetchPicture("https://ace.example/logo", "logo", fetch)).toMatchObject({ kind: "picture" });
    expect(asked).toEqual(["https://ace.example/logo", "https://ace.example/logo.png"]);
  });

  test("gives up after three redirects", async () => {
    const { fetch } = answering({ "https://ace.example/": to("https://ace.example/") });
    expect(await fetchPicture("https://ace.example/", "logo", fetch)).toEqual({
      kind: "refused",
      reason: "more than 3 redirects",
    });
  });

  test.each([
    [{ kind: "failed", reason: "refused address: private" }, "refused address: private"],
    [{ status: 403 }, "HTTP 403"],
    [{ status: 200, body: new TextEncoder().encode("<!DOCTYPE html>") }, "it is no PNG, JPEG, WebP or SVG picture"],
  ] as const)("reports the fault of %j", async (answer, reason) => {
    const { fetch } = answering({ "https://ace.example/x": answer as Partial<OutboundResponse> });
    expect(await fetchPicture("https://ace.example/x", "logo", fetch)).toEqual({ kind: "refused", reason });
  });
});
