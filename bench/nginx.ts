/** nginx as the peer of cached reads: one worker that serves the same bytes as files, compressed beforehand. */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Server } from "./prepared.ts";
import { answered, freePort, SERVER_CORE, start } from "./processes.ts";

export interface ServedFile {
  readonly path: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly gzipped: Uint8Array;
}

export function hasNginx(): boolean {
  return Bun.which("nginx") !== null;
}

/** Starts nginx on these files. */
export async function startNginx(folder: string, files: readonly ServedFile[]): Promise<Server> {
  for (const { path, bytes, gzipped } of files) {
    const file = join(folder, "files", path);
    mkdirSync(dirname(file), { recursive: true });
    await Bun.write(file, bytes);
    await Bun.write(`${file}.gz`, gzipped);
  }
  const port = freePort();
  const configuration = join(folder, "nginx.conf");
  await Bun.write(configuration, configurationOf(folder, port, files));
  const running = start(["nginx", "-p", folder, "-c", configuration, "-e", "stderr"], { core: SERVER_CORE });
  const url = `http://127.0.0.1:${port}`;
  await answered(running, `${url}${files[0]!.path}`);
  return { ...running, url };
}

/** Without a master, so that the one process there is does all the work. */
function configurationOf(folder: string, port: number, files: readonly ServedFile[]): string {
  const types = files.map(({ path, contentType }) => `location = ${path} { default_type ${contentType}; }`);
  return `
    daemon off;
    master_process off;
    pid ${join(folder, "nginx.pid")};
    error_log stderr error;
    events { worker_connections 1024; }
    http {
      access_log off;
      types { }
      sendfile on;
      tcp_nopush on;
      keepalive_requests 1000000000;
      open_file_cache max=100 inactive=1h;
      open_file_cache_valid 1h;
      gzip_static on;
      client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
      uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
      server { listen 127.0.0.1:${port}; root ${join(folder, "files")}; ${types.join("\n")} }
    }
  `;
}
