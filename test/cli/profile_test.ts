import { expect, test } from "bun:test";
import { Workshop } from "../support/command_line.ts";

async function shopWithProfile(): Promise<Workshop> {
  const shop = new Workshop();
  shop.write("business.json", JSON.stringify({ business: { name: "Ace Plumbing", technicians: ["Ana Ruiz", "Bob"] } }));
  await shop.run("import", "business.json");
  return shop;
}

test("profile set changes fields in one revision, and profile show prints them", async () => {
  using shop = await shopWithProfile();
  const { out } = await shop.run("profile", "set", "telephone=+1 512 555 0142", "address.locality=Austin");
  expect(out).toBe("Changed telephone, address.locality; revision 2\n");
  expect((await shop.run("profile", "show", "telephone")).out).toBe("+1 512 555 0142\n");
  expect((await shop.run("profile", "show")).out).toMatch(/\naddress\.locality +Austin\n/);
  expect((await shop.run("log", "--limit", "1")).out).toContain("was changed: Phone, City.");
});

test("profile set takes a list as its field repeated, and clears what has no text", async () => {
  using shop = await shopWithProfile();
  await shop.run("profile", "set", "license_ids=M-1", "license_ids=M-2");
  expect((await shop.run("profile", "show", "license_ids")).out).toBe("M-1\nM-2\n");
  await shop.run("profile", "set", "license_ids=");
  expect((await shop.run("profile", "show", "license_ids")).out).toBe("\n");
});

test("profile add and profile remove change the catalog; names that are there already are left", async () => {
  using shop = await shopWithProfile();
  expect((await shop.run("profile", "add", "technicians", "bob", "Cleo")).code).toBe(0);
  expect((await shop.run("profile", "remove", "technicians", "ana-ruiz")).out).toContain("technicians.ana-ruiz");
  expect((await shop.run("profile", "show", "technicians")).out).toBe("Bob\nCleo\n");
  expect((await shop.run("profile", "add", "technicians", "Cleo")).out).toBe("Nothing to change\n");
});

test("profile show --json is a document that imports as it stands", async () => {
  using shop = await shopWithProfile();
  await shop.run("profile", "set", "technicians.bob.public=no", "founded=1998");
  shop.write("again.json", (await shop.run("profile", "show", "--json")).out);
  expect((await shop.run("import", "again.json")).out).toContain("0 new");
  expect((await shop.run("log", "--limit", "1", "--json")).json[0].revision).toBe(2);
});

test("profile set refuses what an import would, names every fault, and changes nothing", async () => {
  using shop = await shopWithProfile();
  const { code, err } = await shop.run("profile", "set", "telephone=555", "founded=soon", "color=blue");
  expect(code).toBe(1);
  expect(err).toContain('business.color is "blue", expected a colour such as #0f5c4d; business.founded is "soon"');
  expect((await shop.run("profile", "show", "telephone")).out).toBe("\n");
  expect((await shop.run("profile", "set", "telephone")).code).toBe(2);
  expect((await shop.run("profile", "set", "is_sample=yes")).err).toContain('No field "is_sample"');
  expect((await shop.run("profile", "remove", "technicians", "dan")).err).toContain('No field "technicians.dan"');
});
