/** Access to the console: links that admit a person once, and the list of people. */
import encodeQR from "qr";
import { readConfig } from "../../config.ts";
import { inputRefused, notFound, usageFault } from "../../errors.ts";
import { type LinkRequest, listPeople, makeLink } from "../../owner/people.ts";
import { type CommandCall, listOutcome, type Outcome } from "../command.ts";

/** Prints a link, for the first owner unless a person is named. */
export async function consoleLink(call: CommandCall): Promise<Outcome> {
  const { env, randomBytes, printColumns } = call.context;
  const made = await call.withStore((store) => makeLink(store, orderOf(call), randomBytes), {
    ifMissing: "create_named",
  });
  if (made.kind === "unknown_name") throw notFound(`No user named ${JSON.stringify(call.text("for"))}`);
  if (made.kind === "claimed") {
    throw inputRefused(
      "The console already has an owner; use --for NAME to renew access, or --role owner|reader for a new user",
    );
  }
  const url = `${readConfig(env).console.url}/claim/${made.token}`;
  // A QR code for a phone; an http address works only on this machine.
  const code = printColumns !== null && url.startsWith("https:") ? [encodeQR(url, "ascii").trimEnd()] : [];
  const until = new Date(made.expiresAt).toISOString();
  return {
    lines: [...code, url, `Works once, until ${until}; it is not shown again`],
    data: { url, expires_at: until },
  };
}

function orderOf(call: CommandCall): LinkRequest {
  const name = call.text("for");
  const role = call.text("role");
  const business = call.context.listed?.identity;
  const into = business === undefined ? {} : { business };
  if (name !== undefined && role !== undefined) {
    throw usageFault("--for keeps the user's role; omit --role");
  }
  if (name !== undefined) return { kind: "again", name, ...into };
  if (role === "owner" || role === "reader") return { kind: "new", role, ...into };
  if (business === undefined) return { kind: "first" };
  throw usageFault("The first owner has access to every business; omit --business, or add --role");
}

export async function people(call: CommandCall): Promise<Outcome> {
  const everybody = await call.withStore((store) => listPeople(store, call.context.businesses));
  const data = everybody.map(({ name, role, businesses, hasPassword, passkeys, createdAt, seenAt }) => ({
    name,
    role,
    ...(businesses !== null && { businesses }),
    password: hasPassword,
    passkeys,
    created_at: new Date(createdAt).toISOString(),
    seen_at: seenAt === null ? null : new Date(seenAt).toISOString(),
  }));
  const rows = data.map(({ name, role, password, passkeys, seen_at }) => [
    name,
    role,
    password ? "password" : "no password",
    `${passkeys} passkeys`,
    seen_at === null ? "not logged in" : `seen ${seen_at}`,
  ]);
  return listOutcome(data, rows, "No users yet; goodword console link creates the first owner");
}
