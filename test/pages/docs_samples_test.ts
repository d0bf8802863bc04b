import { describe, expect, test } from "bun:test";
import { type OpenApiDocument, operationsOf } from "../../src/pages/docs/openapi.ts";
import { curlCommand, javaScript, python, type SampleCall, sampleCall } from "../../src/pages/docs/samples.tsx";
import { servedOpenApi } from "../support/app_of.ts";
import { OPENAPI_SAMPLE } from "../support/openapi_sample.ts";
import { isMissing } from "../support/tools.ts";

const calls = (document: OpenApiDocument) =>
  operationsOf(document, document.paths ?? {}).map((placed) => sampleCall(document, "https://reviews.example", placed));

const SPEAKING: SampleCall = {
  method: "POST",
  url: "https://a.example/mcp",
  headers: [
    ["Accept", "application/json"],
    ["Content-Type", "application/json"],
  ],
  body: `{"name":"it's"}`,
  answers: "application/json",
};

describe("curlCommand()", () => {
  const commands = calls(OPENAPI_SAMPLE).map(curlCommand);

  test("fills in the examples and quotes for the shell", () => {
    expect(commands).toContain("curl 'https://reviews.example/api/reviews/search?query=it%27s'");
    expect(commands).toContain("curl 'https://reviews.example/api/reviews/since/2026-01-01'");
  });

  test("sends a form as a form", () => {
    expect(commands).toContain(
      "curl -X POST -H 'Content-Type: application/x-www-form-urlencoded' -d 'hub.mode=subscribe' 'https://reviews.example/api/websub/hub'",
    );
  });

  test("sends JSON as JSON and headers as the document gives them, whatever quotes are in it", () => {
    expect(curlCommand(SPEAKING)).toBe(
      `curl -X POST -H 'Accept: application/json' -H 'Content-Type: application/json' -d '{"name":"it'\\''s"}' 'https://a.example/mcp'`,
    );
  });
});

describe("the samples of every operation that is served", async () => {
  const samples = calls(await servedOpenApi("https://reviews.example"));

  test("leave no parameter of a path open", () => {
    expect(samples.filter(({ url }) => /[{}]|%7B/.test(url))).toEqual([]);
  });

  test("are JavaScript", () => {
    const transpiler = new Bun.Transpiler({ loader: "js" });
    for (const sample of [...samples, SPEAKING]) transpiler.transformSync(javaScript(sample));
  });

  test.skipIf(isMissing("python3"))("are Python", () => {
    const code = JSON.stringify([...samples, SPEAKING].map(python));
    const check = "import ast, json, sys\nfor code in json.load(sys.stdin): ast.parse(code)";
    const { exitCode, stderr } = Bun.spawnSync(["python3", "-c", check], { stdin: Buffer.from(code) });
    expect({ exitCode, stderr: stderr.toString() }).toEqual({ exitCode: 0, stderr: "" });
  });
});

test("javaScript() and python() send what curl sends", () => {
  expect(javaScript(SPEAKING)).toBe(`const response = await fetch("https://a.example/mcp", {
  method: "POST",
  headers: {"Accept":"application/json","Content-Type":"application/json"},
  body: "{\\"name\\":\\"it's\\"}",
});
if (!response.ok) throw new Error(String(response.status));
const answer = await response.json();`);
  expect(python(SPEAKING)).toBe(`import json
from urllib.request import Request, urlopen

request = Request(
    "https://a.example/mcp",
    data="{\\"name\\":\\"it's\\"}".encode(),
    headers={"Accept":"application/json","Content-Type":"application/json"},
    method="POST",
)
with urlopen(request) as response:
    answer = json.load(response)`);
});
