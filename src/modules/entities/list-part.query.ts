import type { Fault } from '../../base/errors.js';
import { directWalk } from '../../graph/questions/walks/shapes.js';
import { describeChoice, readChoice } from '../../http/input/query.decorators.js';
import { type QueryParameters, routeInput } from '../../http/input/route-inputs.js';
import { describeEntityFilter, filterNames, readEntityFilter } from '../environments/entity-filter.js';
import type { FilteredList } from './entities.service.js';
import type { EntityList } from './entity-kind.js';

/** The part of a list that a client wants. */
export type ListPart = Pick<FilteredList, 'filter'> & Partial<Pick<FilteredList, 'walk'>>;

const depth = {
  name: 'depth',
  choices: ['1', 'any'],
  byDefault: 'any',
  description: '`1`: direct entries only, not those through groups.',
} as const;

/** The parameters of a part of a list that may lead through groups. */
export const partNames = [...filterNames, depth.name];

export function describePart(): MethodDecorator[] {
  return [...describeEntityFilter(), describeChoice(depth)];
}

/** @param list undefined if the request names none */
export function readPart(query: QueryParameters, list: EntityList | undefined, faults: Fault[]): ListPart {
  const filter = readEntityFilter(query, faults);
  if (readChoice(query, depth.name, depth.choices, faults) !== '1' || !list) return { filter };
  const walk = directWalk(list.walk);
  if (walk) return { filter, walk };
  const message = `does not apply to ${list.name}, which does not lead through groups`;
  faults.push({ code: 'query.conflicting_parameters', context: `query.${depth.name}`, message });
  return { filter };
}

/** Reads the filters of a list, and `depth` if the list leads through groups. */
export function ListPartQuery(list: EntityList): ParameterDecorator {
  if (directWalk(list.walk))
    return routeInput(
      { place: 'query', names: partNames, read: (query, faults) => readPart(query, list, faults) },
      ...describePart(),
    );
  return routeInput(
    {
      place: 'query',
      names: filterNames,
      read: (query, faults): ListPart => ({ filter: readEntityFilter(query, faults) }),
    },
    ...describeEntityFilter(),
  );
}
