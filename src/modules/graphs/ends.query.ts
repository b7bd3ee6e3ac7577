import {
  conflict,
  fromQuery,
  isGiven,
  joined,
  missing,
  optionalText,
  type Parameter,
  texts,
} from '../../http/input/parameters.js';
import type { QueryParameters } from '../../http/input/route-inputs.js';

/** The nodes at one end of paths, as a client names them. */
export type AskedEnds =
  { readonly objectids: readonly string[] } | { readonly kind: string } | { readonly tag: string };

/** Another name of the tag of Admin Tier Zero. */
export const tierZeroName = 'tier_zero';

export type End = 'start' | 'end';

/** More nodes are asked for by their kind or tag. */
const maxObjectids = 100;

export const endNames = (end: End) => [`${end}_node`, `${end}_kind`, `${end}_tag`] as const;

/** The parameters that a request has for an end. */
export function givenEnds(query: QueryParameters, end: End): string[] {
  return endNames(end).filter((name) => isGiven(query, name));
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
  return joined([nodes, kind, tag], (...reading) => {
    const [query, faults] = reading;
    const [name, ...others] = givenEnds(query, end);
    if (name === undefined) faults.push(missing(byNode, `is required unless ${byKind} or ${byTag} is given`));
    if (others[0] !== undefined)
      faults.push(conflict(others[0], `can't go with ${name}; take one of ${names.join(', ')}`));
    if (name === byKind) return { kind: kind.read(...reading) ?? '' };
    if (name === byTag) return { tag: tag.read(...reading) ?? '' };
    return { objectids: nodes.read(...reading) };
  });
}

export const requiredEnds = { start: endsOf('start', 'Give one'), end: endsOf('end', 'Give one') };

/** Ends that a client may leave out. */
export const ends = { start: endsOf('start', 'At most one'), end: endsOf('end', 'At most one') };

/** The ends that a question is about; the members of tier zero if none are given. */
export const target: Parameter<AskedEnds> = joined([ends.end], (...reading) =>
  givenEnds(reading[0], 'end').length > 0 ? ends.end.read(...reading) : { tag: tierZeroName },
);

export const EndsQuery = () => fromQuery(target);
