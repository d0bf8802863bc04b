import { describe, expect, test } from "bun:test";
import { fetchPicture, preparePicture } from "../../src/bun/pictures.ts";
import type { GuardedFetch, OutboundAnswer } from "../../src/platform.ts";
import { pngOf } from "../support/png.ts";

const refusalOf = async (reading: ReturnType<typeof preparePicture>) => {
  const read = await reading;
  return read.kind === "refused" ? read.reason : read;
};

describe("preparePicture()", () => {
  test("shrinks a picture to what a page shows, and keeps its shape", async () => {
    const reading = await preparePicture(await pngOf(1920, 480));
    expect(reading).toMatchObject({ kind: "picture", picture: { width: 480, height: 120 } });
    const webp = reading.kind === "picture" ? Buffer.from(reading.picture.webp, "base64") : Buffer.alloc(0);
    expect(webp.subarray(8, 12).toString()).toBe("WEBP");
    expect(webp.length).toBeLessThanOrEqual(20 << 10);
  });

  test("never makes a picture larger", async () => {
    expect(await preparePicture(await pngOf(40, 30))).toMatchObject({ picture: { width: 40, height: 30 } });
  });

  test("refuses what is no picture, however it is named", async () => {
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
    expect(await refusalOf(preparePicture(svg))).toBe("it is no PNG, JPEG or WebP picture");
    expect(await refusalOf(preparePicture(new Uint8Array(0)))).toBe("the file is empty");
  });

  test("refuses a picture that ends before its end", async () => {
    const whole = await pngOf(300, 300);
    expect(await refusalOf(preparePicture(whole.subarray(0, 60)))).toBe("the picture is damaged");
  });

  test("refuses a file that claims more pixels than are decoded, and one that is too large", async () => {
    const bomb = await pngOf(8, 8);
    new DataView(bomb.buffer, bomb.byteOffset).setUint32(16, 30_000);
    new DataView(bomb.buffer, bomb.byteOffset).setUint32(20, 30_000);
    expect(await refusalOf(preparePicture(bomb))).toMatch(/25 million pixels|damaged/);
    expect(await refusalOf(preparePicture(new Uint8Array((5 << 20) + 1)))).toBe("the file is larger than 5 MB");
  });
});

describe("fetchPicture()", () => {
  const answering = (answers: Readonly<Record<string, Partial<OutboundAnswer>>>) => {
    const asked: string[] = [];
    const fetch: GuardedFetch = async ({ url }) => {
      asked.push(url);
      return {
        kind: "answered",
        status: 404,
        headers: new Headers(),
        body: new Uint8Array(),
        ...answers[url],
      } as OutboundAnswer;
    };
    return { asked, fetch };
  };
  const to = (location: string) => ({ status: 302, headers: new Headers({ Location: location }) });

  test("follows redirects, each through the guard", async () => {
    const { asked, fetch } = answering({
      "https://ace.example/logo": to("/logo.png"),
      "https://ace.example/logo.png": { status: 200, body: await pngOf(20, 20) },
    });
    expect(await fetchPicture("https://ace.example/logo", fetch)).toMatchObject({ kind: "picture" });
    expect(asked).toEqual(["https://ace.example/logo", "https://ace.example/logo.png"]);
  });

  test("gives up after three redirects", async () => {
    const { fetch } = answering({ "https://ace.example/": to("https://ace.example/") });
    expect(await fetchPicture("https://ace.example/", fetch)).toEqual({
      kind: "refused",
      reason: "more than 3 redirects",
    });
  });

  test.each([
    [{ kind: "failed", reason: "refused address: private" }, "refused address: private"],
    [{ status: 403 }, "HTTP 403"],
    [{ status: 200, body: new TextEncoder().encode("<!DOCTYPE html>") }, "it is no PNG, JPEG or WebP picture"],
  ] as const)("says what is wrong with %j", async (answer, reason) => {
    const { fetch } = answering({ "https://ace.example/x": answer as Partial<OutboundAnswer> });
    expect(await fetchPicture("https://ace.example/x", fetch)).toEqual({ kind: "refused", reason });
  });
});
