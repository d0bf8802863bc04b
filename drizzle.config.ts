import { defineConfig } from "drizzle-kit";

export default defineConfig({ dialect: "sqlite", schema: "./src/sql/schema.ts", out: "./drizzle" });
