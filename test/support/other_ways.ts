/** Targets that some program on the way takes for another path than /metrics, and a resolver of URLs for this one. */
export const OTHER_WAYS_TO_METRICS = [
  ...["/a\\..\\metrics", "/a/..\\metrics", "/\\..\\metrics", "/a\\../metrics", "/a/../metrics", "/./metrics"],
  ...["/../metrics", "/a/%2e%2e/metrics", "/a/.%2E/metrics", "/%2e/metrics", "//../metrics", "/a//../../metrics"],
  ...["/a/b/c/d/e/f/g/h/../../../../../../../../metrics", "/a%5c..%5cmetrics", "/metrics\\", "/metrics/"],
  ...["//metrics", "/es/metrics", "/%6detrics", "/metrics%20", "http://other.example/a\\..\\metrics"],
  "http://other.example/a/../metrics",
] as const;
