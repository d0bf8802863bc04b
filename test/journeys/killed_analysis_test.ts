/** A server that is stopped while it analyses what an older engine has read goes on where it was. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { reviewOf, reviewsFile, Workshop } from "../support/command_line.ts";
import { type Service, startService } from "../support/goodword_process.ts";
import { eventually } from "../support/wait.ts";

const COUNT = 6000;
const TEXT =
  "They came on time, found the leak behind the wall and were friendly, but the bill was far too high. ".repeat(5);

class Shop implements Disposable {
  readonly #shop = new Workshop();
  readonly #database: Database;

  private constructor(shop: Workshop) {
    this.#shop = shop;
    this.#database = new Database(shop.database);
  }

  static async open(): Promise<Shop> {
    const shop = new Workshop();
    const reviews = Array.from({ length: COUNT }, (_, at) => reviewOf({ id: `r${at}`, text: `${at} ${TEXT}` }));
    await shop.run("import", shop.write("many.json", reviewsFile(...reviews)));
    return new Shop(shop);
  }

  /** As an older release would have left it. */
  upgrade(): void {
    this.#database.run("UPDATE reviews SET analysis_key = 'older'");
    this.#database.run("DELETE FROM keys WHERE name = 'analyzed_under'");
  }

  get outdated(): number {
    const query = this.#database.query<{ count: number }, []>(
      "SELECT count(*) AS count FROM reviews WHERE analysis_key = 'older'",
    );
    return query.get()?.count ?? 0;
  }

  async exported(): Promise<string> {
    return (await this.#shop.run("export")).out;
  }

  serve(): Promise<Service> {
    const environment = {
      DATABASE_URL: `file:${this.#shop.database}`,
      HOST: "127.0.0.1",
      PORT: "0",
      LOG_FORMAT: "json",
    };
    return startService({ environment: { ...environment, BASE_URL: "https://reviews.goodword.test" } });
  }

  [Symbol.dispose](): void {
    this.#database.close();
    this.#shop[Symbol.dispose]();
  }
}

test.each(["SIGTERM", "SIGKILL"] as const)(
  "a server that %s ends amid its analysing leaves what it saved, and the next one analyses the rest alone",
  async (signal) => {
    using shop = await Shop.open();
    const before = await shop.exported();
    let left = 0;
    // A server may be quicker than its observer.
    while (left === 0) {
      shop.upgrade();
      await using first = await shop.serve();
      await eventually("a part that is saved", () => shop.outdated < COUNT);
      await first.kill(signal);
      left = shop.outdated;
    }
    await using next = await shop.serve();
    await next.logged("Published");
    const feed = await fetch(`${next.url}/feed.xml`);
    expect([feed.status, (await feed.text()).split("<entry").length - 1]).toEqual([200, 50]);
    const [, analyzed] = await next.logged(/Analysing reviews before they are published".*?"reviews":(\d+)/);
    expect(Number(analyzed)).toBe(left);
    expect(await (await fetch(`${next.url}/reviews.json`)).text()).toBe(before);
    expect(shop.outdated).toBe(0);
  },
);
