import {
  conflict,
  fromQuery,
  isGiven,
  joined,
  missing,
  optionalText,
  type Parameter,
  texts,
  together,
  type ValueOf,
} from '../../http/input/parameters.js';
import { tierZeroName } from '../../analysis/tier-zero/system-groups.js';
import { type AskedCondition, conditions } from '../conditions/conditions.query.js';
import type { QueryParameters } from '../../http/input/route-inputs.js';

/** The nodes at one end of paths, as a client names them, and the conditions that they meet. A kind null stands for all nodes. */
export type AskedEnds = (
  { readonly objectids: readonly string[] } | { readonly kind: string | null } | { readonly tag: string }
) & { readonly where: readonly AskedCondition[] };

export type End = 'start' | 'end';

/** More nodes are asked for by their kind or tag. */
const maxObjectids = 100;

export const endNames = (end: End) => [`${end}_node`, `${end}_kind`, `${end}_tag`] as const;

/** Conditions on an end. Without a node, a kind or a tag, all nodes that meet them are the end. */
export const conditionsOn = {
  start: conditions('start_where', 'A condition on the starts, as in `where`; may be repeated.'),
  end: conditions('end_where', 'A condition on the ends, as in `where`; may be repeated.'),
};

/** The parameters of a request that name an end. */
export function namedEnds(query: QueryParameters, end: End): string[] {
  return endNames(end).filter((name) => isGiven(query, name));
}

/** The same, or conditions if there are no others. */
export function givenEnds(query: QueryParameters, end: End): string[] {
  const names = namedEnds(query, end);
  return names.length > 0 ? names : conditionsOn[end].names.filter((name) => isGiven(query, name));
}

/** @param needed how many of the parameters a client gives */
function endsOf(end: End, needed: 'At most one' | 'Give one'): Parameter<AskedEnds> {
  const names = endNames(end);
  const [byNode, byKind, byTag] = names;
  const nodes = texts(
    byNode,
    `Object id of the ${end}; may be repeated. The case of letters is ignored. ${needed} of ${byNode}, ${byKind} and ${byTag}.`,
    { most: maxObjectids, allowed: `takes at most ${maxObjectids} object ids` },
  );
  const kind = optionalText(byKind, `All nodes of this kind are ${end}s.`);
  const tag = optionalText(
    byTag,
    `All members of the asset group with this tag are ${end}s: \`tier_zero\` (the same as \`admin_tier_0\`), \`owned\`, or the tag of another group.`,
  );
  return joined([nodes, kind, tag, conditionsOn[end]], (...reading) => {
    const [query, faults] = reading;
    const [name, ...others] = givenEnds(query, end);
    if (name === undefined)
      faults.push(missing(byNode, `is required unless ${byKind}, ${byTag} or ${end}_where is given`));
    if (others[0] !== undefined)
      faults.push(conflict(others[0], `can't go with ${name}; take one of ${names.join(', ')}`));
    const where = conditionsOn[end].read(...reading);
    if (name === byKind) return { kind: kind.read(...reading) ?? '', where };
    if (name === byTag) return { tag: tag.read(...reading) ?? '', where };
    return where.length > 0 && name !== byNode ? { kind: null, where } : { objectids: nodes.read(...reading), where };
  });
}

export const requiredEnds = { start: endsOf('start', 'Give one'), end: endsOf('end', 'Give one') };

/** Ends that a client may leave out. */
export const ends = { start: endsOf('start', 'At most one'), end: endsOf('end', 'At most one') };

/** The ends that a question is about; the members of tier zero if none are given. */
export const target: Parameter<AskedEnds> = joined([ends.end], (...reading) =>
  givenEnds(reading[0], 'end').length > 0 ? ends.end.read(...reading) : { tag: tierZeroName, where: [] },
);

/** Accounts are counted that meet conditions, and reach the ends. */
const exposure = together({ ends: target, startsWhere: conditionsOn.start });

export type AskedExposure = ValueOf<typeof exposure>;

export const ExposureQuery = () => fromQuery(exposure);
