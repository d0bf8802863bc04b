/** Attacks on what only the owner uses: the console and the endpoint where programs add jobs. */
import { Database } from "bun:sqlite";
import { connect } from "node:net";
import { zipSync } from "fflate";
import { pause } from "../../test/support/wait.ts";
import { type Attack, answerTo, type Target, type Victim } from "./attack.ts";

const MB = 1 << 20;
/** Long enough for a program to give up. */
const HELD_MS = 30_000;
const TRICKLE_MS = 3000;
const LOOKED_AT_MS = 5000;

/** From another address, where the server believes its proxy. */
const OTHER_ADDRESS = { "X-Forwarded-For": "198.51.100.7" };
const JOB = { customer_name: "Jane Doe", email: "jane@example.com", finished: "2026-05-20" };

const LOGIN_PAGE: Victim = {
  name: "GET /login",
  ask: async ({ consoleUrl }) => isOk(await fetch(`${consoleUrl}/login`, { headers: OTHER_ADDRESS })),
};
const OWNER_PAGE = ownersPage("/people");
const OWNER_JOBS = ownersPage("/jobs");
/** What becomes of it does not matter, as long as it is read and looked at. */
const OWNER_FORM: Victim = {
  name: "owner's POST",
  ask: async ({ consoleUrl, cookie }) => {
    const headers = { Cookie: cookie, Origin: consoleUrl, ...OTHER_ADDRESS };
    const body = new URLSearchParams({ name: "x" });
    const response = await fetch(`${consoleUrl}/jobs`, { method: "POST", headers, body, redirect: "manual" });
    await response.arrayBuffer();
    return response.status !== 503 && response.status !== 429;
  },
};
const PROGRAM: Victim = {
  name: "a program's job",
  ask: async (target, number) => {
    const response = await postJobs(target, JSON.stringify({ ...JOB, reference: `honest-${number}` }), OTHER_ADDRESS);
    await response.arrayBuffer();
    return response.status === 202;
  },
};
const REPORT: Victim = {
  name: "a report on the public port",
  ask: async ({ url }, number) => {
    const headers = { "X-Forwarded-For": `198.51.100.${number % 250}` };
    const body = new URLSearchParams({ reason: "abuse", text: "This never happened", email: "" });
    const response = await fetch(`${url}/reviews/${FIRST_REVIEW}/report`, { method: "POST", headers, body });
    return isOk(response);
  },
};
/** The id of a generated review. */
const FIRST_REVIEW = "r0000000";

export const OWNER_ATTACKS: readonly Attack[] = [
  {
    name: "first logins after a start",
    connections: 16,
    isOnce: true,
    isCold: true,
    send: logInByGuess,
    victims: [REPORT, LOGIN_PAGE],
  },
  {
    name: "guessed passwords",
    connections: 16,
    victims: [OWNER_PAGE],
    send: logInByGuess,
  },
  {
    name: "guessed passwords over 210 connections",
    connections: 210,
    victims: [OWNER_PAGE],
    send: logInByGuess,
  },
  {
    name: "guessed tokens",
    connections: 110,
    victims: [PROGRAM],
    send: ({ consoleUrl }, number) =>
      answerTo(`${consoleUrl}/api/jobs`, {
        method: "POST",
        body: JSON.stringify(JOB),
        headers: {
          "Content-Type": "application/json",
          Authorization: `Bearer gwj_${String(number).padStart(32, "0")}`,
        },
      }),
  },
  {
    name: "forms of 1 MB that never end",
    connections: 122,
    isOnce: true,
    victims: [OWNER_FORM],
    send: async ({ consoleUrl }, number) => {
      const { host } = new URL(consoleUrl);
      const head = `POST /login HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${consoleUrl}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${MB}\r\n\r\n`;
      return trickle(consoleUrl, head + "a".repeat(number < 70 ? MB - 100 : MB >> (number % 20)));
    },
  },
  {
    name: "workbook of 3 kB sent as CSV",
    connections: 1,
    isOnce: true,
    victims: [PROGRAM],
    send: (target) => sendJobs(target, wideWorkbook(), "text/csv"),
  },
  {
    name: "NDJSON of 263 kB with 1,990 fields",
    connections: 1,
    isOnce: true,
    victims: [PROGRAM],
    send: (target) => sendJobs(target, wideNdjson(), "application/x-ndjson"),
  },
  {
    name: "telephone number of 80 kB",
    connections: 1,
    isOnce: true,
    victims: [PROGRAM, LOGIN_PAGE],
    send: (target) =>
      sendJobs(target, JSON.stringify({ ...JOB, telephone: `1${" ".repeat(80_000)}y` }), "application/json"),
  },
  {
    name: "telephone number of 60 kB in a form",
    connections: 1,
    isOnce: true,
    victims: [LOGIN_PAGE],
    send: (target) => postForm(target, "/jobs", new URLSearchParams({ ...JOB, telephone: `1${" ".repeat(60_000)}y` })),
  },
  {
    name: "660 kB of records that are refused",
    connections: 1,
    isOnce: true,
    victims: [PROGRAM],
    send: (target) =>
      sendJobs(target, `${JSON.stringify(JOB)}\n${'{"date":1}\n'.repeat(60_000)}`, "application/x-ndjson"),
  },
  {
    name: "20,000 jobs in one request",
    connections: 1,
    isOnce: true,
    victims: [OWNER_JOBS],
    send: async (target) => {
      const answer = await sendJobs(target, manyJobs(20_000), "application/x-ndjson");
      // The owner looks at them.
      await pause(LOOKED_AT_MS);
      return answer;
    },
  },
  {
    name: "form of 300 fields of 1 MB",
    connections: 1,
    isOnce: true,
    victims: [OWNER_PAGE],
    send: (target) => {
      const form = new FormData();
      for (let at = 0; at < 300; at++) form.set(`field${at}`, "x".repeat(MB - 1000));
      return postForm(target, "/import", form);
    },
  },
  {
    name: "upload of 20 MB that ends within its file",
    connections: 1,
    isOnce: true,
    victims: [OWNER_PAGE],
    send: (target) => {
      const part = '--b\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\n';
      const headers = { ...ownerHeaders(target), "Content-Type": "multipart/form-data; boundary=b" };
      return answerTo(`${target.consoleUrl}/import`, { method: "POST", headers, body: part + "x".repeat(20 * MB) });
    },
  },
  {
    name: "another process holds the database",
    connections: 1,
    isOnce: true,
    victims: [LOGIN_PAGE, OWNER_PAGE],
    send: async ({ database }) => {
      using holder = new Database(database);
      holder.run("BEGIN IMMEDIATE");
      await pause(10_000);
      return "held for 10 s";
    },
  },
  ...["public", "console"].map(
    (port): Attack => ({
      name: `1,300 half heads on the ${port} port, 1,024 descriptors`,
      connections: 1300,
      isOnce: true,
      descriptors: 1024,
      victims: [OWNER_PAGE],
      send: ({ url, consoleUrl }) => trickle(port === "public" ? url : consoleUrl, "GET / HTTP/1.1\r\nX-Slow: "),
    }),
  ),
];

function ownersPage(path: string): Victim {
  const ask = async ({ consoleUrl, cookie }: Target) =>
    isOk(await fetch(consoleUrl + path, { headers: { Cookie: cookie, ...OTHER_ADDRESS } }));
  return { name: `owner's GET ${path}`, ask };
}

async function isOk(response: Response): Promise<boolean> {
  await response.arrayBuffer();
  return response.ok;
}

function ownerHeaders({ cookie, consoleUrl }: Target) {
  return { Cookie: cookie, Origin: consoleUrl };
}

function postForm(target: Target, path: string, body: FormData | URLSearchParams): Promise<string> {
  return answerTo(target.consoleUrl + path, { method: "POST", headers: ownerHeaders(target), body });
}

/** Under another name each time: a single one would soon be locked. */
function logInByGuess({ consoleUrl }: Target, number: number): Promise<string> {
  const body = new URLSearchParams({ name: `Amy ${number}`, password: `guess ${number}` });
  return answerTo(`${consoleUrl}/login`, { method: "POST", headers: { Origin: consoleUrl }, body });
}

function postJobs({ consoleUrl, token }: Target, body: string, headers: Record<string, string>): Promise<Response> {
  const own = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  return fetch(`${consoleUrl}/api/jobs`, { method: "POST", headers: { ...own, ...headers }, body });
}

function sendJobs(
  { consoleUrl, token }: Target,
  body: string | Uint8Array<ArrayBuffer>,
  type: string,
): Promise<string> {
  const headers = { "Content-Type": type, Authorization: `Bearer ${token}` };
  return answerTo(`${consoleUrl}/api/jobs`, { method: "POST", headers, body });
}

/** Sends some bytes, then one at a time, until it is cut off or has held on long enough. */
function trickle(url: string, bytes: string): Promise<string> {
  const { port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(bytes));
    const timer = setInterval(() => socket.write("a"), TRICKLE_MS);
    const end = (how: string) => {
      clearInterval(timer);
      clearTimeout(limit);
      socket.destroy();
      resolve(how);
    };
    const limit = setTimeout(() => end("held"), HELD_MS);
    socket.on("data", (data) => end(data.toString("latin1").split(" ")[1] ?? "answered"));
    socket.on("error", () => end("failed"));
    socket.on("close", () => end("cut off"));
  });
}

/** 25,000 rows whose only cell is in column 2,000. */
function wideWorkbook(): Uint8Array<ArrayBuffer> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const row = '<row><c r="BXX1"><v>1</v></c></row>';
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const related = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const files = {
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${related}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${related}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData>${row.repeat(25_000)}</sheetData></worksheet>`,
  };
  return new Uint8Array(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, bytes(text)]))));
}

function wideNdjson(): string {
  const first = Object.fromEntries(Array.from({ length: 1990 }, (_, at) => [`f${at}`, 1]));
  return `${JSON.stringify(first)}\n${'{"a":1}\n'.repeat(30_000)}`;
}

function manyJobs(count: number): string {
  return Array.from({ length: count }, (_, at) =>
    JSON.stringify({ ...JOB, email: `jane${at}@example.com`, reference: `job-${at}` }),
  ).join("\n");
}
