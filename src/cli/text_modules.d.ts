/** Documents are imported as texts. */
declare module "*.txt" {
  const text: string;
  export default text;
}

declare module "*.service" {
  const text: string;
  export default text;
}

declare module "*/Caddyfile" {
  const text: string;
  export default text;
}
