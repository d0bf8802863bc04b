/** What a check found: all fine, something that could be better, or something wrong. */
export interface Finding {
  readonly level: "fine" | "advice" | "wrong";
  readonly about: string;
  readonly message: string;
}

export function fine(about: string, message: string): Finding {
  return { level: "fine", about, message };
}

export function advice(about: string, message: string): Finding {
  return { level: "advice", about, message };
}

export function wrong(about: string, message: string): Finding {
  return { level: "wrong", about, message };
}
