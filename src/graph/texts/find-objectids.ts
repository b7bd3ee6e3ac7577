import { type Texts, textAt } from './texts.js';

/** The range of indexes of texts that begin with the query. The texts are sorted, and their common part is their beginning. */
export function prefixRange(texts: Texts, query: Uint8Array): { readonly first: number; readonly end: number } {
  const compare = (index: number) => Buffer.compare(textOf(texts, index).subarray(0, query.length), query);
  return {
    first: firstWith(texts, (index) => compare(index) >= 0),
    end: firstWith(texts, (index) => compare(index) > 0),
  };
}

/** The first index at which a test holds that also holds for all later ones. */
function firstWith({ commonOf }: Texts, test: (index: number) => boolean): number {
  let low = 0;
  let high = commonOf.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function lengthOf({ own, common, commonOf }: Texts, index: number): number {
  const part = commonOf[index]!;
  return own.start[index + 1]! - own.start[index]! + common.start[part + 1]! - common.start[part]!;
}

function textOf({ own, common, commonOf }: Texts, index: number): Buffer {
  return Buffer.concat([textAt(common, commonOf[index]!), textAt(own, index)]);
}
