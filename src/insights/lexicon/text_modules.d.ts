declare module "*.tsv" {
  const text: string;
  export default text;
}

/** The detector's own files, of which the package has no types. Its n-grams are imported as the path of their file. */
declare module "*/eld/src/ngrams/small.js" {
  const path: string;
  export default path;
}

declare module "*/eld/src/dictionary.js" {
  export const dictionary: readonly string[];
}

declare module "*/eld/src/regexPatterns.js" {
  export const separators: RegExp;
}
