/** Fonts and WebAssembly are imported as paths of files. */
declare module "*.woff2" {
  const path: string;
  export default path;
}
declare module "*.wasm" {
  const path: string;
  export default path;
}
