/** Reads the form in the body of a request, within a limit. */
import type { Issue } from "./problem_schema.ts";

/** The raw form, or the status and issue to refuse the request with. */
type FormReading =
  | { readonly kind: "read"; readonly text: string }
  | { readonly kind: "refused"; readonly status: 400 | 413 | 415; readonly issue: Issue };

/** The form in a request's body: application/x-www-form-urlencoded, in UTF-8. */
export async function readFormBody(request: Request, maxBytes: number): Promise<FormReading> {
  if (!isForm(request.headers)) {
    return refused(
      415,
      "media_type",
      "the body must be application/x-www-form-urlencoded in UTF-8, without Content-Encoding",
    );
  }
  const tooLarge = () => refused(413, "maxLength", `the body must be at most ${maxBytes} bytes`);
  if (Number(request.headers.get("Content-Length") ?? 0) > maxBytes) return tooLarge();
  const bytes = await readUpTo(request.body, maxBytes);
  if (bytes === null) return tooLarge();
  try {
    return { kind: "read", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return refused(400, "malformed_encoding", "the form is not UTF-8");
  }
}

function isForm(headers: Headers): boolean {
  const [type = "", ...parameters] = (headers.get("Content-Type") ?? "").toLowerCase().split(";");
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  const coding = headers.get("Content-Encoding")?.trim().toLowerCase() ?? "identity";
  return type.trim() === "application/x-www-form-urlencoded" && isUtf8 && coding === "identity";
}

async function readUpTo(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Uint8Array | null> {
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  const bytes = new Uint8Array(maxBytes);
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, length);
    if (length + value.length > maxBytes) {
      await reader.cancel();
      return null;
    }
    bytes.set(value, length);
    length += value.length;
  }
}

function refused(status: 400 | 413 | 415, code: string, message: string): FormReading {
  return { kind: "refused", status, issue: { path: [], code, message } };
}
