import type { OutboundAnswer } from "../platform.ts";

/**
 * What a stranger answered, its body read up to `maxBytes`; a longer one makes the answer a failed one. With 0 the body
 * is dropped unread.
 */
export async function readAnswer(response: Response, maxBytes: number): Promise<OutboundAnswer> {
  const answer = (body: Uint8Array): OutboundAnswer => ({
    kind: "answered",
    status: response.status,
    // Few answers are asked for a header, and Bun builds them only when it is asked.
    get headers() {
      return response.headers;
    },
    body,
  });
  if (maxBytes === 0 || response.body === null) {
    // The rest of the answer is of no interest, and neither is how its connection ends.
    await response.body?.cancel().catch(() => {});
    return answer(new Uint8Array());
  }
  const body = new Uint8Array(maxBytes);
  let length = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return answer(body.subarray(0, length));
    if (length + value.length > maxBytes) {
      await reader.cancel().catch(() => {});
      return { kind: "failed", reason: "answer too large" };
    }
    body.set(value, length);
    length += value.length;
  }
}
