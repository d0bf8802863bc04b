/** The thread that makes and compares password digests: a tenth of a second of a core each, which nothing else is to wait for. */
import type { PasswordCall } from "../passwords.ts";
import { serveCalls } from "./worker_call.ts";

serveCalls<PasswordCall>(async ({ password, hash }) =>
  hash === null ? Bun.password.hashSync(password, "argon2id") : Bun.password.verifySync(password, hash),
);
