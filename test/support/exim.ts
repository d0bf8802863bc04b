/** A real mail server (Exim) on this machine, which keeps what it takes as files. */
import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { freePort } from "./postgres_server.ts";
import { findTool } from "./tools.ts";
import { untilListening } from "./wait.ts";

export interface Exim extends AsyncDisposable {
  readonly port: number;
  /** The messages that were delivered, each whole: a maildir shows none that is still being written. */
  delivered(): string[];
}

/** Debian's user and group of the package. */
const EXIM_USER = "Debian-exim";

/** `nobody@` is refused, `busy@` put off, and everything else taken. */
const config = (folder: string, user: string) => `
exim_user = ${user}
never_users =
deliver_drop_privilege = ${user === EXIM_USER ? "false" : "true"}
spool_directory = ${folder}/spool
log_file_path = ${folder}/log_%s
primary_hostname = mail.test
acl_smtp_rcpt = rcpt
recipients_max = 10
smtp_accept_max = 20
keep_environment =
begin acl
rcpt:
  deny local_parts = nobody
       message = 550 5.1.1 no such user
  defer local_parts = busy
       message = 451 4.7.1 try again later
  accept
begin routers
all:
  driver = accept
  transport = file
begin transports
file:
  driver = appendfile
  directory = ${folder}/mail
  maildir_format
  user = ${user}
  create_directory
begin retry
* * F,1h,10m
`;

export async function startExim(): Promise<Exim> {
  const folder = mkdtempSync(join(tmpdir(), "goodword-exim-"));
  const isRoot = userInfo().uid === 0;
  const user = isRoot ? EXIM_USER : userInfo().username;
  const file = join(folder, "exim.conf");
  writeFileSync(file, config(folder, user));
  for (const name of ["spool", "mail"]) mkdirSync(join(folder, name));
  if (isRoot) giveTo(user, [folder, join(folder, "spool"), join(folder, "mail")]);
  const port = await freePort();
  const server = spawn(
    findTool("exim4") ?? "exim4",
    ["-C", file, "-bdf", "-oX", `127.0.0.1.${port}`, "-oP", join(folder, "pid")],
    { stdio: "ignore" },
  );
  const ended = new Promise((resolve) => server.once("close", resolve));
  await untilListening(port);
  return {
    port,
    delivered() {
      const mail = join(folder, "mail", "new");
      return existsSync(mail) ? readdirSync(mail).map((name) => readFileSync(join(mail, name), "utf8")) : [];
    },
    async [Symbol.asyncDispose]() {
      server.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function giveTo(user: string, paths: readonly string[]): void {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((each) => each.startsWith(`${user}:`));
  const [, , uid = "0", gid = "0"] = line?.split(":") ?? [];
  for (const path of paths) {
    chownSync(path, Number(uid), Number(gid));
    chmodSync(path, 0o755);
  }
}
