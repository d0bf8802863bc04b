import { describe, expect, test } from "bun:test";
import { endpointOf, PLUMBER, review, sessionOn } from "../support/mcp_endpoint.ts";
import { publicationOf } from "../support/publication_of.ts";

const { rpc, result } = await sessionOn(endpointOf());

async function textOf(name: string, args?: object): Promise<string> {
  const { messages } = await result("prompts/get", { name, ...(args && { arguments: args }) });
  const [message, ...rest] = messages as { role: string; content: { type: string; text: string } }[];
  expect(rest).toEqual([]);
  expect(message).toMatchObject({ role: "user", content: { type: "text" } });
  return message!.content.text;
}

describe("Prompts", () => {
  test("list the usual questions with their arguments", async () => {
    const { prompts } = await result("prompts/list");
    const listed = prompts as { name: string; title: string; arguments: { name: string; description: string }[] }[];
    expect(listed.map(({ name }) => name)).toEqual([
      "summarize_reputation",
      "find_testimonials",
      "prepare_reply_strategy",
      "compare_services",
    ]);
    expect(Object.keys(listed[0]!)).toEqual(["name", "title", "description", "arguments"]);
  });

  test.each([["summarize_reputation"], ["find_testimonials"], ["prepare_reply_strategy"], ["compare_services"]])(
    "%s names the tools to call and asks for fairness",
    async (name) => {
      const text = await textOf(name);
      expect(text).toMatch(/search_reviews|get_review_stats/);
      expect(text).toContain("Ocean Plumbing");
      expect(text).toContain("report criticism as fairly as praise");
      expect(text).not.toContain("undefined");
    },
  );

  test("pass their arguments on as filters, quoted", async () => {
    const text = await textOf("summarize_reputation", {
      service: 'drain" or',
      technician: "Maria",
      since: "2026-01-01",
    });
    expect(text).toContain('mentions_service "drain\\" or", mentions_technician "Maria", since "2026-01-01"');
    expect(await textOf("find_testimonials", { area: "Springfield" })).toContain('mentions_area "Springfield"');
    expect(await textOf("compare_services", { services: "a,b", since: "2026-01-01" })).toContain('"a,b"');
  });

  test.each([
    [{ name: "nothing" }, "Unknown prompt; known are summarize_reputation"],
    [{ name: "find_testimonials", arguments: { technican: "x" } }, "it has no argument technican"],
    [{ name: "find_testimonials", arguments: { area: 5 } }, "arguments must be an object"],
    [{}, "name is required"],
  ])("refuse %j with -32602", async (params, message) => {
    const { error } = await rpc("prompts/get", params);
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(message) });
  });
});

describe("Completion", () => {
  const complete = async (prompt: string, name: string, value: string) => {
    const params = { ref: { type: "ref/prompt", name: prompt }, argument: { name, value } };
    return (await result("completion/complete", params)).completion;
  };

  test("offers technicians, services and areas of the catalog by what was typed, case ignored", async () => {
    expect(await complete("find_testimonials", "technician", "m")).toEqual({
      values: ["Maria Lopez"],
      total: 1,
      hasMore: false,
    });
    expect(await complete("find_testimonials", "service", "WATER")).toMatchObject({ values: ["water-heater"] });
    expect(await complete("find_testimonials", "area", "")).toMatchObject({ values: ["Springfield"] });
    expect(await complete("summarize_reputation", "since", "20")).toMatchObject({ values: [], total: 0 });
  });

  test("completes the last of several services", async () => {
    expect(await complete("compare_services", "services", "drain-cleaning, wa")).toMatchObject({
      values: ["drain-cleaning, water-heater"],
    });
  });

  test("offers ids of the newest reviews for the template, a hundred at most", async () => {
    const many = Array.from({ length: 150 }, (_, index) => review({ id: `id_${index}` }));
    const client = await sessionOn(endpointOf(publicationOf(PLUMBER, many)));
    const ref = { type: "ref/resource", uri: "goodword://review/{id}" };
    const { completion } = await client.result("completion/complete", { ref, argument: { name: "id", value: "id_" } });
    expect(completion).toMatchObject({ total: 150, hasMore: true });
    expect((completion as { values: string[] }).values).toHaveLength(100);
  });

  test.each([
    [{ ref: { type: "ref/prompt", name: "nothing" }, argument: { name: "service", value: "" } }],
    [{ ref: { type: "ref/prompt", name: "compare_services" }, argument: { name: "technician", value: "" } }],
    [{ ref: { type: "ref/resource", uri: "goodword://other/{id}" }, argument: { name: "id", value: "" } }],
    [{ ref: { type: "ref/other" }, argument: { name: "id", value: "" } }],
    [{ ref: { type: "ref/prompt", name: "compare_services" } }],
  ])("refuses %j with -32602 in one line", async (params) => {
    const { error } = await rpc("completion/complete", params);
    expect(error?.code).toBe(-32602);
    expect(error?.message).not.toContain("\n");
  });
});

test("Every list has one page, and refuses a cursor it never gave", async () => {
  for (const method of ["tools/list", "resources/list", "resources/templates/list", "prompts/list"]) {
    expect((await rpc(method, { cursor: "x" })).error?.code).toBe(-32602);
  }
});
