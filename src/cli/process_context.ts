/** The real process as a {@link CommandContext}. */
import { randomBytes } from "node:crypto";
import { writeSync } from "node:fs";
import process from "node:process";
import { createInterface } from "node:readline/promises";
import { usageFault } from "../errors.ts";
import type { CommandContext } from "./command.ts";

/** The functions of the runtime, such as databases, pictures and threads, are given. */
export function processContext(given: Omit<CommandContext, keyof ReturnType<typeof ofProcess>>): CommandContext {
  // Each write's callback gets the error as well; without a listener it would end the process.
  process.stdout.on("error", () => {});
  return Object.assign(ofProcess(), given);
}

function ofProcess() {
  return {
    env: process.env,
    folder: process.cwd(),
    fetch: (url: string, init?: RequestInit) => fetch(url, init),
    now: Date.now,
    randomBytes,
    print,
    warn,
    printColumns: process.stdout.isTTY ? process.stdout.columns || 80 : null,
    columns: process.stderr.isTTY ? process.stderr.columns || 80 : null,
    streams: () => ({ input: process.stdin, output: process.stdout }),
    readInput,
    after(delayMs: number, alarm: () => void) {
      const timer = setTimeout(alarm, delayMs);
      return () => clearTimeout(timer);
    },
    ask: process.stdin.isTTY && process.stdout.isTTY ? ask : null,
  };
}

/** A reader that stops early, such as `head`, is no failure. */
function print(content: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(content, (error) => {
      if (error && (error as NodeJS.ErrnoException).code !== "EPIPE") reject(error);
      else resolve();
    });
  });
}

/** Written synchronously, since a busy import leaves no time for a stream. */
function warn(text: string): void {
  try {
    writeSync(2, text);
  } catch {}
}

async function readInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await lines.question(question);
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") throw usageFault("Cancelled; nothing was changed");
    throw error;
  } finally {
    lines.close();
  }
}
