import { expect, test } from "bun:test";
import { Workshop } from "../support/command_line.ts";

test("init asks and writes a business.json that imports", async () => {
  using shop = new Workshop();
  const answers = ["Ace & Daughter", "heating and cooling", "", "America/Chicago"];
  const asked: string[] = [];
  shop.context = {
    ask: async (question) => {
      asked.push(question);
      return answers[asked.length - 1]!;
    },
  };
  const { code, out } = await shop.run("init", "business.json");
  expect(asked).toHaveLength(answers.length);
  expect(asked[0]).toBe("Name of your business: ");
  expect(asked[1]).toStartWith("Its trade (Plumber, Heating and cooling, Electrician");
  expect(out).toContain(`goodword import ${shop.path("business.json")}`);
  expect(code).toBe(0);
  expect(JSON.parse(shop.read("business.json"))).toEqual({
    business: { name: "Ace & Daughter", type: "HVACBusiness", time_zone: "America/Chicago" },
  });
  await shop.run("import", "business.json");
  expect((await shop.run("stats", "--json")).json.business).toBe("Ace & Daughter");
});

test("init stops at once where the name is left out", async () => {
  using shop = new Workshop();
  const asked: string[] = [];
  shop.context = {
    ask: async (question) => {
      asked.push(question);
      return " ";
    },
  };
  expect(await shop.run("init", "business.json")).toMatchObject({ code: 2 });
  expect(asked).toHaveLength(1);
});

test("init takes the answers as options and asks nothing then", async () => {
  using shop = new Workshop();
  shop.context = { ask: () => Promise.reject(new Error("asked")) };
  const options = [
    "--type",
    "Plumber",
    "--technicians",
    "Amy Brook, Ben Ito",
    "--terms",
    "Google=https://google.test/terms",
  ];
  expect((await shop.run("init", "business.json", "--name", "Ace", ...options)).code).toBe(0);
  expect(JSON.parse(shop.read("business.json")).business).toEqual({
    name: "Ace",
    type: "Plumber",
    technicians: [{ name: "Amy Brook" }, { name: "Ben Ito" }],
    sources: [{ name: "Google", terms: "https://google.test/terms" }],
  });
});

test("init without a terminal and without a name is a usage error", async () => {
  using shop = new Workshop();
  expect((await shop.run("init", "business.json")).code).toBe(2);
});

test("init refuses answers that an import would refuse, and never overwrites a file", async () => {
  using shop = new Workshop();
  expect((await shop.run("init", "business.json", "--name", "Ace", "--time-zone", "Mars/Olympus")).code).toBe(1);
  expect(shop.has("business.json")).toBe(false);
  shop.write("business.json", "mine");
  expect((await shop.run("init", "business.json", "--name", "Ace")).code).toBe(3);
  expect(shop.read("business.json")).toBe("mine");
});

test("init into a folder that is not there exits with 3", async () => {
  using shop = new Workshop();
  expect((await shop.run("init", "nowhere/business.json", "--name", "Ace")).code).toBe(3);
});

test("init writes server.json for the MCP registry where the public address is known, and never overwrites it", async () => {
  using shop = new Workshop();
  await shop.run("init", "business.json", "--name", "Ace & Daughter");
  expect(JSON.parse(shop.read("server.json"))).toMatchObject({
    name: "test.goodword.reviews/goodword",
    title: "Reviews of Ace & Daughter",
    remotes: [{ type: "streamable-http", url: "https://reviews.goodword.test/mcp" }],
  });
  shop.write("server.json", "mine");
  expect((await shop.run("init", "other.json", "--name", "Ace", "--json")).json.server_json).toBeNull();
  expect(shop.read("server.json")).toBe("mine");
});

test("init writes no server.json while the address is unknown or private", async () => {
  using shop = new Workshop();
  for (const [at, BASE_URL] of [undefined, "http://localhost:3000"].entries()) {
    shop.context = { env: { DATABASE_URL: `file:${shop.database}`, BASE_URL } };
    expect((await shop.run("init", `b${at}.json`, "--name", "Ace")).code).toBe(0);
    expect(shop.has("server.json")).toBe(false);
  }
});
