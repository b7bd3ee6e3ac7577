import { directWalk } from '../../graph/questions/walks/shapes.js';
import { describeChoice, readChoice } from '../../http/input/query.decorators.js';
import { routeInput } from '../../http/input/route-inputs.js';
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

/** Reads the filters of a list, and `depth` if the list leads through groups. */
export function ListPartQuery({ walk }: EntityList): ParameterDecorator {
  const direct = directWalk(walk);
  return routeInput(
    {
      place: 'query',
      names: [...filterNames, ...(direct ? [depth.name] : [])],
      read: (query, faults): ListPart => ({
        filter: readEntityFilter(query, faults),
        ...(direct && readChoice(query, depth.name, depth.choices, faults) === '1' && { walk: direct }),
      }),
    },
    ...describeEntityFilter(),
    ...(direct ? [describeChoice(depth)] : []),
  );
}
