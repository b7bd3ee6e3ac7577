import { directWalk } from '../../graph/questions/walks/shapes.js';
import { choice, conflict, fromQuery, joined, type Parameter, type Reading } from '../../http/input/parameters.js';
import { entityFilter } from '../conditions/entity-filter.js';
import type { FilteredList } from './entities.service.js';
import type { EntityList } from './entity-kind.js';

/** The part of a list that a client wants. */
export type ListPart = Pick<FilteredList, 'filter'> & Partial<Pick<FilteredList, 'walk'>>;

const depth = choice('depth', ['1', 'any'], 'any', '`1`: direct entries only, not those through groups.');

/**
 * The part of a list that may lead through groups: its filters and `depth`.
 * @param listOf finds the list; undefined if the request names none
 */
export function listPart(listOf: (params: Reading[2]['params']) => EntityList | undefined): Parameter<ListPart> {
  return joined([entityFilter, depth], (...reading) => partOf(listOf(reading[2].params), ...reading));
}

/** @param list undefined if the request names none */
export function partOf(list: EntityList | undefined, ...reading: Reading): ListPart {
  const filter = entityFilter.read(...reading);
  if (depth.read(...reading) !== '1' || !list) return { filter };
  const walk = directWalk(list.walk);
  if (walk) return { filter, walk };
  reading[1].push(conflict('depth', `does not apply to ${list.name}, which does not lead through groups`));
  return { filter };
}

/** Reads the filters of a list, and `depth` if the list leads through groups. */
export function ListPartQuery(list: EntityList): ParameterDecorator {
  if (directWalk(list.walk)) return fromQuery(listPart(() => list));
  return fromQuery(joined([entityFilter], (...reading): ListPart => ({ filter: entityFilter.read(...reading) })));
}
