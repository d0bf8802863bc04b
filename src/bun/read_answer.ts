import type { OutboundAnswer } from "../platform.ts";

/** What a stranger answered, with no more of its body than `maxBytes`; with 0 it is dropped unread. */
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
  while (length < maxBytes) {
    const { done, value } = await reader.read();
    if (done) return answer(body.subarray(0, length));
    const taken = value.subarray(0, maxBytes - length);
    body.set(taken, length);
    length += taken.length;
  }
  await reader.cancel().catch(() => {});
  return answer(body);
}
