/** The formats that published reviews are exported in, each also the ending of its files. */
export const EXPORT_FORMATS = ["json", "csv", "ndjson"] as const;
/** One of {@link EXPORT_FORMATS}. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
