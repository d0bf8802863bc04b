/**
 * Names as frequent as in the United States, for benches about people who share one.
 *
 * The most frequent names have the counts of the census: surnames of 2010, first names of 1990 (US Census Bureau, public
 * domain). The long tail is made up: its frequencies fall as the census's do, its initials are as frequent as there.
 */
import type { Random } from "../src/platform.ts";

/** People of 295 million who bear it, in thousands. */
const SURNAMES =
  "Smith 2443 Johnson 1933 Williams 1625 Brown 1437 Jones 1425 Garcia 1166 Miller 1161 Davis 1116 Rodriguez 1095 Martinez 1060 Hernandez 1043 Lopez 875 Gonzalez 841 Wilson 802 Anderson 784 Thomas 756 Taylor 751 Moore 724 Jackson 708 Martin 703 Lee 693 Perez 682 Thompson 665 White 660 Harris 624 Sanchez 613 Clark 563 Ramirez 557 Lewis 532 Robinson 530 Walker 523 Young 484 Allen 483 King 465 Wright 459 Scott 440 Torres 438 Nguyen 438 Hill 435 Flores 434 Green 430 Adams 428 Nelson 425 Baker 420 Hall 407 Rivera 391 Campbell 386 Mitchell 384 Carter 377 Roberts 377";

/** Per 100,000 people, both sexes together. */
const FIRST_NAMES =
  "James 1659 John 1636 Robert 1572 Mary 1315 Michael 1315 William 1226 David 1182 Richard 852 Charles 762 Joseph 702 Thomas 690 Patricia 537 Linda 518 Christopher 518 Barbara 490 Daniel 487 Paul 474 Mark 469 Elizabeth 469 Jennifer 466 Donald 466 George 464 Maria 414 Kenneth 413 Susan 397 Steven 390 Edward 390 Margaret 384 Brian 368 Dorothy 364 Ronald 363 Anthony 361 Lisa 352 Kevin 336 Nancy 335 Karen 334 Betty 333 Helen 332 Jason 330 Matthew 329 Gary 325 Timothy 320 Sandra 315 Jose 307 Larry 299 Jeffrey 296 Donna 292 Frank 291 Carol 283 Ruth 281 Scott 273 Eric 272 Stephen 270 Andrew 269 Sharon 261 Michelle 260 Laura 255 Sarah 254 Kimberly 252 Deborah 247 Jessica 245 Raymond 244 Shirley 241 Cynthia 235 Angela 234 Melissa 231 Brenda 228 Amy 226 Gregory 221 Anna 220 Joshua 218 Jerry 216 Rebecca 215 Virginia 215 Kathleen 212 Dennis 208 Pamela 208 Martha 206 Debra 204 Amanda 202 Stephanie 200";

/** Per 1,000 surnames. */
const INITIALS =
  "S 95 B 90 M 95 H 75 C 75 W 63 R 56 G 54 D 49 P 49 L 47 K 36 F 35 T 34 A 35 J 28 N 19 E 19 V 18 O 14 Y 7 Z 7 I 4";

const SYLLABLES =
  "a an ar be ber bo by ca chi da de del do el en er es fa fi ga go ha hi in ka ki la le li lo ma man mi mo na ne ni no o on or pa pe ra ri ro sa ser si so ta te ti to u va ve vi wa wi yo za".split(
    " ",
  );

/** A source of whole names: "Maria Garcia". */
export function createNames(random: Random): () => string {
  const first = weighted(FIRST_NAMES, { total: 100_000, tailNames: 4_000 }, random);
  const last = weighted(SURNAMES, { total: 294_979, tailNames: 150_000 }, random);
  return () => `${first()} ${last()}`;
}

interface Tail {
  /** What the weights of all names add up to. */
  readonly total: number;
  readonly tailNames: number;
}

function weighted(list: string, { total, tailNames }: Tail, random: Random): () => string {
  const head = pairsOf(list);
  const headWeight = head.reduce((sum, [, weight]) => sum + weight, 0);
  const cumulative: number[] = [];
  let sum = 0;
  for (let rank = head.length; rank < head.length + tailNames; rank++) {
    // Weights of the tail fall as 1 over rank, from where the head ends.
    sum += 1 / rank;
    cumulative.push(sum);
  }
  return () => {
    const at = random.number() * total;
    return at < headWeight ? drawn(head, at) : tailName(search(cumulative, random.number() * sum));
  };
}

/** The name in whose share of the weights `at` lies. */
function drawn(names: readonly (readonly [string, number])[], at: number): string {
  let end = 0;
  const found = names.find(([, weight]) => {
    end += weight;
    return at < end;
  });
  return found?.[0] ?? "S";
}

function pairsOf(list: string): (readonly [string, number])[] {
  return [...list.matchAll(/(\p{L}+) (\d+)/gu)].map(([, name = "", weight]) => [name, Number(weight)] as const);
}

function search(cumulative: readonly number[], wanted: number): number {
  let [low, high] = [0, cumulative.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cumulative[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

const INITIAL_WEIGHTS = pairsOf(INITIALS);
const INITIAL_TOTAL = INITIAL_WEIGHTS.reduce((sum, [, weight]) => sum + weight, 0);

/** The name of a rank is always the same, and no two ranks share one. */
function tailName(rank: number): string {
  const initial = drawn(INITIAL_WEIGHTS, (rank * 7919) % INITIAL_TOTAL);
  let rest = "";
  for (let left = rank + 1; left > 0; left = Math.floor(left / SYLLABLES.length)) {
    rest += SYLLABLES[left % SYLLABLES.length];
  }
  return `${initial}${rest}n`;
}
