import { PropertyFlag } from '../store/edge-flag.js';
import type { EdgeList } from '../records.js';
import type { KindLists } from './kind-lists.js';

const { isacl, isprimarygroup } = PropertyFlag;

/** Of the list that a property makes, in the place of the number of a kind. */
const ofProperty = -1;

/** A number for each list that a node may have, by which way its edges go and the number that {@link KindLists} gives to their kind. */
function codeOf(outgoing: boolean, kindList: number): number {
  return 2 * (kindList + 1) + (outgoing ? 1 : 0);
}

export function codeOfList(list: EdgeList, kinds: KindLists): number {
  const outgoing = list.of === 'outgoing' || list.of === 'primary-group';
  return codeOf(outgoing, 'kind' in list ? kinds.numberOf([list.kind]) : ofProperty);
}

/** `kindList` is null for the list that a property makes. */
export function listOfCode(code: number): { readonly outgoing: boolean; readonly kindList: number | null } {
  const kindList = Math.floor(code / 2) - 1;
  return { outgoing: code % 2 === 1, kindList: kindList === ofProperty ? null : kindList };
}

/** The list of its target that an edge with these bits is in (lists/list-edges.ts); null: in none. */
export function incomingCode(flags: number, kindList: number): number | null {
  if (flags & isacl) return codeOf(false, ofProperty);
  return flags & isprimarygroup ? null : codeOf(false, kindList);
}

/** The list of its source that an edge with these bits is in; null: in none. */
export function outgoingCode(flags: number, kindList: number): number | null {
  if (flags & isprimarygroup) return codeOf(true, ofProperty);
  return flags & isacl ? null : codeOf(true, kindList);
}
