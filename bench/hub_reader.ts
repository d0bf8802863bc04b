/** Reads the address given as first argument every 4 ms until a line comes in; prints all latencies in milliseconds. */
const [url = ""] = process.argv.slice(2);
const latencies: number[] = [];
let isReading = true;
void Bun.stdin
  .stream()
  .getReader()
  .read()
  .then(() => {
    isReading = false;
  });
while (isReading) {
  const begun = performance.now();
  await (await fetch(url)).text();
  latencies.push(performance.now() - begun);
  await Bun.sleep(4);
}
console.log(JSON.stringify(latencies));
process.exit(0);
