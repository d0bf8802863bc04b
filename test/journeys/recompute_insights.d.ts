/** What the tests use of the program. */
export function differences(reviewsDocument: unknown, insights: unknown): string[];
export function receipts(insights: unknown): { value: number; href: string }[];
