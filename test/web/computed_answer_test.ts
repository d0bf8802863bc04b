import { expect, test } from "bun:test";
import { ComputedAnswers } from "../../src/web/computed_answer.ts";

const answers = new ComputedAnswers({
  revision: "r",
  contentType: "application/json",
  digest: "0123456789abcdef0123456789abcdef",
  lastModified: null,
  links: [],
  cacheControl: "max-age=60",
});
const large = new TextEncoder().encode("a".repeat(100_000));

test.each([
  ["zstd;q=0.1, gzip;q=0.9", "gzip"],
  ["br, zstd, gzip", "zstd"],
  ["br, gzip;q=0.5", "gzip"],
  ["identity, gzip;q=0.5", null],
  ["br", null],
])(
  "RFC 9110 12.5.3: a computed answer to Accept-Encoding %s comes in the coding liked best, %s",
  async (accept, coding) => {
    const request = new Request("http://goodword.test/", { headers: { "Accept-Encoding": accept } });
    const { headers } = await answers.respond(request, large);
    expect(headers.get("content-encoding")).toBe(coding);
  },
);
