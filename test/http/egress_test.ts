import { describe, expect, test } from "bun:test";
import { classifyAddress, classifyHost } from "../../src/http/egress.ts";

/** The addresses around each range that is refused, and some that are in use. */
const GLOBAL = [
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.1",
  "169.253.255.255",
  "169.255.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "2000::1",
  "2001:200::1",
  "3ffe:ffff::1",
  "2001:4860:4860::8888",
  "2606:4700:4700::1111",
  "2a00:1450:4001:800::200e",
  "64:ff9b::8.8.8.8",
  "64:ff9b::808:808",
];

const SPECIAL = {
  "this network": ["0.0.0.0", "0.1.2.3", "0.255.255.255"],
  "private use": ["10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.255.255"],
  "shared address space": ["100.64.0.1", "100.127.255.255"],
  loopback: ["127.0.0.1", "127.1.2.3", "127.255.255.255"],
  "link local": ["169.254.0.1", "169.254.169.254"],
  "protocol assignments": ["192.0.0.1", "192.0.0.170", "2001::1", "2001:0:53aa:64c::1", "2001:2::1", "2001:1ff::1"],
  documentation: ["192.0.2.1", "198.51.100.7", "203.0.113.255", "2001:db8::1", "3fff::1", "3fff:fff::1"],
  AS112: ["192.31.196.1", "192.175.48.1", "2620:4f:8000::1"],
  AMT: ["192.52.193.1"],
  "6to4 relay": ["192.88.99.1"],
  "6to4": ["2002:7f00:1::", "2002:a00:1::1", "2002:808:808::1"],
  benchmarking: ["198.18.0.1", "198.19.255.255"],
  multicast: ["224.0.0.1", "239.255.255.255"],
  reserved: ["240.0.0.1", "255.255.255.255"],
  "not global unicast": [
    "::",
    "::1",
    "0:0:0:0:0:0:0:1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::FFFF:8.8.8.8",
    "::7f00:1",
    "100::1",
    "64:ff9b:1::a00:1",
    "5f00::1",
    "fc00::1",
    "fd12:3456:789a::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "4000::1",
  ],
} as const;

describe("classifyAddress()", () => {
  test.each(GLOBAL)("allows the global address %s", (address) => {
    expect(classifyAddress(address)).toEqual({ kind: "allowed" });
  });

  test.each(Object.entries(SPECIAL).flatMap(([reason, addresses]) => addresses.map((each) => [each, reason])))(
    "refuses %s as %s",
    (address, reason) => {
      expect<unknown>(classifyAddress(address)).toEqual({ kind: "refused", reason });
    },
  );

  test("judges the IPv4 address that a NAT64 address stands for", () => {
    expect(classifyAddress("64:ff9b::127.0.0.1")).toEqual({ kind: "refused", reason: "loopback" });
    expect(classifyAddress("64:ff9b::a00:1")).toEqual({ kind: "refused", reason: "private use" });
    expect(classifyAddress("64:ff9b::169.254.169.254")).toEqual({ kind: "refused", reason: "link local" });
  });

  test.each(["", "example.com", "0x7f000001", "2130706433", "0177.0.0.1", "127.1", "8.8.8.256", " 8.8.8.8"])(
    "refuses %p, which no resolver gives",
    (text) => expect(classifyAddress(text)).toEqual({ kind: "refused", reason: "not an IP address" }),
  );

  test.each(["fe80::1%eth0", "2000::1::2", "2000:1:2:3", "2000::12345", "8.8.8.8::1", "64:ff9b::010.8.8.8"])(
    "refuses %s, which is no IPv6 address of a resolver",
    (text) => expect(classifyAddress(text)).toEqual({ kind: "refused", reason: "not an IP address" }),
  );
});

describe("classifyHost()", () => {
  const hostOf = (url: string) => new URL(url).hostname;

  test.each([
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "①②⑦.⓪.⓪.①",
    "127。0。0。1",
    "%31%32%37.0.0.1",
    "127.0.0.1.",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[64:ff9b::7f00:1]",
    "[0:0:0:0:0:ffff:7f00:0001]",
    "[2002:7f00:1::]",
    "localhost",
    "LOCALHOST.",
    "api.localhost",
    "printer.local",
    "metadata.google.internal",
    "169.254.169.254",
    "0",
    "10.1",
    "0xa000001",
    "3232235777",
  ])("refuses this machine or its network written as %s", (spelling) => {
    expect(classifyHost(hostOf(`https://${spelling}/`)).kind).toBe("refused");
  });

  test.each(["example.com", "8.8.8.8", "[2606:4700:4700::1111]", "localhost.example.com", "1.1.1.1.example.com"])(
    "leaves %s to the resolver or allows it",
    (host) => expect(classifyHost(hostOf(`https://${host}/`))).toEqual({ kind: "allowed" }),
  );
});
