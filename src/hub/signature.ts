/**
 * Signs deliveries. WebSub 7.1: HMAC of the body, keyed with the subscriber's secret; 8.3: SHA-256 or better.
 *
 * @module
 */

const encoder = new TextEncoder();

/** The value of X-Hub-Signature: the method, "=", and the HMAC in lower-case hexadecimal digits. */
export async function signature(secret: string, body: Uint8Array<ArrayBuffer>): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const mac = new Uint8Array(await crypto.subtle.sign(algorithm, key, body));
  return `sha256=${mac.toHex()}`;
}

/** Bytes of bodies that are signed for many subscribers, read once for each body. */
export function createBodyBytes(): (body: Blob) => Promise<Uint8Array<ArrayBuffer>> {
  const read = new WeakMap<Blob, Promise<Uint8Array<ArrayBuffer>>>();
  return (body) => {
    let bytes = read.get(body);
    if (bytes === undefined) {
      bytes = body.arrayBuffer().then((buffer) => new Uint8Array(buffer));
      read.set(body, bytes);
    }
    return bytes;
  };
}
