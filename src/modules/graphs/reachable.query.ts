import {
  choice,
  fromQuery,
  isGiven,
  joined,
  missing,
  optionalText,
  type Reading,
  refuse,
  texts,
  type ValueOf,
} from '../../http/input/parameters.js';
import { cloudList as list } from '../entities/entities.fields.js';
import { entityFilter } from '../conditions/entity-filter.js';
import { rows } from '../conditions/rows.query.js';
import { type AskedEnds, conditionsOn, type End, endNames, ends, namedEnds } from './ends.query.js';
import { view } from './view.query.js';

/** Where a walk begins. */
interface Origin {
  readonly origin: { readonly node: string } | AskedEnds;
  /** `end`: nodes that reach the origin are sought; `start`: nodes that it reaches. */
  readonly end: End;
}

const originNames = [...endNames('start'), ...endNames('end')].join(', ');
const node = optionalText(
  'node',
  `Object id, whose case is ignored, or the id that the graph gives the node. Give this, or one of ${originNames}.`,
);
const direction = choice(
  'direction',
  ['in', 'out'],
  'in',
  '`in`: the nodes that reach `node`; `out`: those that it reaches.',
);
const type = choice('type', ['count', 'list'], 'count', 'Shape of the response.');
const kinds = texts('kind', 'Kind of the results. A repeated parameter matches any of its values.');
const inView = view(true);
const page = rows(list);

/** Where a walk begins, the view in which it goes, and the results that are wanted. */
const askedReach = joined(
  [node, direction, ends.start, ends.end, type, kinds, entityFilter, inView, page],
  (...reading) => {
    const [query, faults] = reading;
    const isList = type.read(...reading) === 'list';
    if (!isList) refuse(page.names, query, 'applies to type=list only', faults);
    const from = readOrigin(...reading);
    return {
      ...from,
      /** Conditions on the results, by the name of their end. */
      ofResults: resultsOf(from).read(...reading),
      /** Names of the kinds of results; none: any. */
      kinds: kinds.read(...reading),
      filter: entityFilter.read(...reading),
      view: inView.read(...reading),
      /** Null: numbers alone. */
      page: isList ? page.read(...reading) : null,
    };
  },
);

export type AskedReach = ValueOf<typeof askedReach>;

export const ReachableQuery = () => fromQuery(askedReach);

/** The results are at the other end. */
function resultsOf({ end }: Pick<Origin, 'end'>) {
  return conditionsOn[end === 'end' ? 'start' : 'end'];
}

function readNode(...reading: Reading): Origin {
  const [query, faults] = reading;
  const end = direction.read(...reading) === 'in' ? 'end' : 'start';
  if (!isGiven(query, 'node')) faults.push(missing('node', 'is required'));
  refuse(conditionsOn[end].names, query, "can't go with node, which is one node", faults);
  return { origin: { node: node.read(...reading) ?? '' }, end };
}

function readOrigin(...reading: Reading): Origin {
  const [query, faults] = reading;
  const [starts, targets] = [namedEnds(query, 'start'), namedEnds(query, 'end')];
  const named = starts[0] ?? targets[0];
  const byConditions = (['end', 'start'] as const).find((end) => isGiven(query, `${end}_where`));
  if (named === undefined && (isGiven(query, 'node') || !byConditions)) return readNode(...reading);
  const first = named ?? `${byConditions}_where`;
  refuse(['node', 'direction'], query, `can't go with ${first}`, faults);
  if (starts.length > 0) refuse(targets, query, `can't go with ${first}`, faults);
  const end = starts.length > 0 ? 'start' : targets.length > 0 ? 'end' : (byConditions ?? 'end');
  return { origin: ends[end].read(...reading), end };
}
