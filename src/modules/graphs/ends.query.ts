import { ApiQuery } from '@nestjs/swagger';
import type { Fault } from '../../base/errors.js';
import { parameterText } from '../../http/input/parameter-text.js';
import { describeRepeated, readOptionalText, readTexts } from '../../http/input/query.decorators.js';
import { type QueryParameters, routeInput } from '../../http/input/route-inputs.js';

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
  return endNames(end).filter((name) => query.some(([key]) => key === name));
}

/** Reads the ends that a question is about; the members of tier zero if none are given. */
export function EndsQuery(): ParameterDecorator {
  return routeInput({ place: 'query', names: endNames('end'), read: readTarget }, ...describeEnds('end', true));
}

export function readTarget(query: QueryParameters, faults: Fault[]): AskedEnds {
  return givenEnds(query, 'end').length > 0 ? readEnds(query, 'end', faults) : { tag: tierZeroName };
}

export function readEnds(query: QueryParameters, end: End, faults: Fault[]): AskedEnds {
  const [byNode, byKind, byTag] = endNames(end);
  const [name, ...others] = givenEnds(query, end);
  if (name === undefined)
    faults.push({
      code: 'query.missing_parameter',
      context: `query.${byNode}`,
      message: `is required, or ${byKind} or ${byTag}`,
    });
  if (name !== undefined && others.length > 0)
    faults.push({
      code: 'query.conflicting_parameters',
      context: `query.${others[0]}`,
      message: `can't go with ${name}; take one of ${endNames(end).join(', ')}`,
    });
  if (name === byKind) return { kind: readOptionalText(query, byKind, faults) ?? '' };
  if (name === byTag) return { tag: readOptionalText(query, byTag, faults) ?? '' };
  const objectids = readTexts(query, byNode, faults);
  if (objectids.length > maxObjectids)
    faults.push({
      code: 'query.invalid_value',
      context: `query.${byNode}`,
      message: `is given ${objectids.length} times; it takes at most ${maxObjectids} object ids`,
    });
  return { objectids };
}

/** @param isOptional whether the end may be left out */
export function describeEnds(end: End, isOptional = false): MethodDecorator[] {
  const [byNode, byKind, byTag] = endNames(end);
  const needed = isOptional ? 'At most one' : 'Give one';
  return [
    describeRepeated(
      byNode,
      `Object id of the ${end}; may be repeated. The case of letters is ignored. ${needed} of ${byNode}, ${byKind} and ${byTag}.`,
      parameterText.schema,
      { maxItems: maxObjectids },
    ),
    ApiQuery({
      name: byKind,
      required: false,
      schema: parameterText.schema,
      description: `All nodes of this kind are ${end}s.`,
    }),
    ApiQuery({
      name: byTag,
      required: false,
      schema: parameterText.schema,
      description: `All members of the asset group with this tag are ${end}s: \`tier_zero\` (the same as \`admin_tier_0\`), \`owned\`, or the tag of another group.`,
    }),
  ];
}
