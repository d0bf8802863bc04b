/** E-mail addresses and telephone numbers as they stand in the cells of lists. */

/** As a cell with a link has it. */
const MAILTO = /^mailto:/i;
const EMAIL = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\.]+$/;

/** The first address of a cell, which may hold several. */
export function emailIn(value: string): string | undefined {
  const isEmail = (text: string) => text.length <= 254 && EMAIL.test(text);
  const parts = [value, ...value.split(/[\s,;|/<>]+/)].map((part) => part.replace(MAILTO, ""));
  return parts.find(isEmail);
}

/** The first number of a cell, which may hold several. */
export function telephoneIn(value: string): string | undefined {
  return [value, ...value.split(/[,;|/\n]+/)].map((part) => part.trim()).find(isTelephone);
}

/** Six to fifteen digits (ITU-T E.164) and what is written between them, with an extension. */
function isTelephone(value: string): boolean {
  const number = value.replace(/(?:ext\.?|x)\s*\d{1,6}$/i, "");
  const digits = number.replace(/\D/g, "").length;
  return /^[\d\s()+./\u2010-\u2015-]+$/.test(number) && digits >= 6 && digits <= 15;
}
