/** What a server does while the disk of its database is full, and once there is room again. */
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { canMount } from "../../soak/chaos/disks.ts";
import { Workshop } from "../support/command_line.ts";
import { pushingServer, startService } from "../support/goodword_process.ts";
import { BASE_URL } from "../support/server.ts";
import { skipUnless } from "../support/tools.ts";
import { eventually } from "../support/wait.ts";

test.skipIf(skipUnless(canMount, "a full disk: this user may not mount a small one"))(
  "a server whose disk is full is not ready, with the reason, still answers readers, and refuses writes",
  async () => {
    using shop = new Workshop();
    const folder = shop.path("disk");
    mkdirSync(folder);
    expect(spawnSync("mount", ["-t", "tmpfs", "-o", "size=32m", "tmpfs", folder]).status).toBe(0);
    try {
      const environment = pushingServer(join(folder, "goodword.sqlite"), BASE_URL);
      await using service = await startService({ environment });
      const form = {
        "hub.mode": "subscribe",
        "hub.callback": "https://localhost:1/",
        "hub.topic": `${BASE_URL}/feed.xml`,
      };
      const subscribe = async () => {
        const body = new URLSearchParams(form);
        return (await fetch(`${service.url}/api/websub/hub`, { method: "POST", body })).status;
      };
      const ask = (path: string) => fetch(service.url + path);
      await eventually("readiness", async () => (await ask("/readyz")).status === 200);
      const filler = join(folder, "filler");
      spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=1k"]);
      await service.logged("Not ready: the disk of the database is nearly full");
      const answer = await ask("/readyz");
      expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining("the disk of the database")]);
      const reads = ["/healthz", "/reviews.json", "/api/reviews/search?query=leak", "/feed.xml", "/"].map(ask);
      expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(await subscribe()).toBe(503);
      rmSync(filler);
      await service.logged("Ready again");
      expect((await ask("/readyz")).status).toBe(200);
      expect(await subscribe()).toBe(202);
    } finally {
      spawnSync("umount", ["-l", folder]);
    }
  },
);
