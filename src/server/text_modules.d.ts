/** The sample's jobs are imported as text. */
declare module "*.csv" {
  const text: string;
  export default text;
}
