/** A longer text is like no name, and takes time to compare. */
const longest = 64;

/** Returns up to `most` names with the smallest edit distance to `given`, ignoring case; none if it exceeds `farthest`. */
export function closestNames(given: string, names: readonly string[], most: number, farthest = Infinity): string[] {
  const text = given.slice(0, longest).toLowerCase();
  const distances = names.map((name) => editDistance(text, name.toLowerCase()));
  const least = Math.min(...distances);
  if (least > farthest) return [];
  return names.filter((_, index) => distances[index] === least).slice(0, most);
}

/** The number of insertions, deletions, replacements, and swaps of two neighbours. */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  let former: number[] = [];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const swapped = isSwap(one, i, other, j) ? (former[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [former, row] = [row, next];
  }
  return row[other.length] ?? 0;
}

/** Whether the last two letters of both beginnings are the same in other order. */
function isSwap(one: string, i: number, other: string, j: number): boolean {
  return i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
}

/**
 * Whether texts are equal but for one letter that is added, missing, replaced, or swapped with the next one. Digits tell names apart, as
 * do letters of names of two. Stricter than {@link closestNames}, for names that are refused because another one is meant.
 */
export function isSlipOf(a: string, b: string): boolean {
  let [begin, end] = [0, 0];
  while (begin < Math.min(a.length, b.length) && a[begin] === b[begin]) begin++;
  while (end < Math.min(a.length, b.length) - begin && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(begin, a.length - end), b.slice(begin, b.length - end)];
  const isSwapped = left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
  const isNearly = isSwapped || Math.max(left.length, right.length) <= 1;
  return isNearly && Math.min(a.length, b.length) > 2 && !/\d/.test(left + right);
}
