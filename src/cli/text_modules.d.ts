/** Documents are imported as texts. */
declare module "*.txt" {
  const text: string;
  export default text;
}
