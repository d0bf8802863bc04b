/** The least a server can be: what start-up times are measured beside. */
Bun.serve({ hostname: "127.0.0.1", port: Number(process.env.PORT), fetch: () => new Response("hello") });
