import { type AnswerOf, type Call, call } from '../api/call.js';
import type { SelectorRequest } from '../api/schema.js';
import { counted } from './format.js';

/** An object that people add to a group of the service. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly isOwned: boolean;
  readonly isTierZero: boolean;
}

export interface Group {
  readonly id: number;
  readonly name: string;
  /** What people do. */
  readonly act: string;
  readonly has: (object: Candidate) => boolean;
  /** Whether a selector of it also selects what is above and below its object. */
  readonly isExpanded: boolean;
}

export const groups = {
  owned: { id: 2, name: 'Owned', act: 'Mark owned', has: ({ isOwned }) => isOwned, isExpanded: false },
  tierZero: {
    id: 1,
    name: 'tier zero',
    act: 'Add to tier zero',
    has: ({ isTierZero }) => isTierZero,
    isExpanded: true,
  },
} as const satisfies Readonly<Record<string, Group>>;

export type GroupName = keyof typeof groups;

/** A change of a group, for people, and the call that takes it back; null: nothing is to be taken back. */
export interface GroupChange {
  readonly text: string;
  readonly back: Call<unknown> | null;
  readonly objects: readonly string[];
}

const longestName = 256;

/** Ends in the object id, because a selector of the same name would be replaced. */
function selectorOf({ id, name }: Candidate): SelectorRequest {
  const letters = Array.from(`${name} (${id})`.replaceAll(/\p{Cc}/gu, ' '));
  return { name: letters.slice(-longestName).join('').trim(), selector: id };
}

const change = ({ id }: Group, body: { readonly add?: SelectorRequest[]; readonly remove?: SelectorRequest[] }) =>
  call('PUT /api/v2/asset-groups/{asset_group_id}/selectors', { path: { asset_group_id: id }, body });

type Changed = AnswerOf<'PUT /api/v2/asset-groups/{asset_group_id}/selectors'>;

export function addition(group: Group, objects: readonly Candidate[]): Call<Changed> {
  return change(group, { add: objects.map(selectorOf) });
}

/** @param answer to {@link addition} */
export function changeOf(group: Group, objects: readonly Candidate[], { data }: Changed): GroupChange {
  const [added, removed] = 'added_selectors' in data ? [data.added_selectors, data.removed_selectors] : [[], []];
  const subject = `${textOf(objects)} ${objects.length === 1 ? 'is' : 'are'} in ${group.name}`;
  return {
    objects: objects.map(({ id }) => id),
    ...(added.length === 0
      ? { text: `${subject} already.`, back: null }
      : {
          text: group.isExpanded ? `${subject}. The next analysis adds more by its rules.` : `${subject}.`,
          back: change(group, { add: drafts(removed), remove: drafts(added) }),
        }),
  };
}

function drafts(of: readonly SelectorRequest[]): SelectorRequest[] {
  return of.map(({ name, selector }) => ({ name, selector }));
}

/** A name, or the number of names. */
export function textOf(objects: readonly Candidate[]): string {
  const [first] = objects;
  return objects.length === 1 && first ? first.name : counted(objects.length, 'object');
}
