import { ApiQuery } from '@nestjs/swagger';
import type { Fault } from '../../base/errors.js';
import { parameterText } from '../../http/input/parameter-text.js';
import { describeChoice, readChoice, readOptionalText, refuse } from '../../http/input/query.decorators.js';
import { type QueryParameters, routeInput } from '../../http/input/route-inputs.js';
import type { Page } from '../../http/list/list-description.js';
import { describePage } from '../../http/list/list-query.decorator.js';
import { readCount, readPage } from '../../http/list/parse-list.js';
import { type AskedEnds, describeEnds, endNames, readTarget } from './ends.query.js';
import { type AskedView, describeKinds, kindsNames, readView } from './view.query.js';

export interface AskedRanking extends Page {
  readonly by:
    | { readonly direction: 'in' | 'out' }
    | {
        readonly ends: AskedEnds;
        /** Null: all, each by itself. */
        readonly greedy: number | null;
      };
  readonly view: AskedView;
  /** Undefined: nodes of all kinds, and edges. */
  readonly kind: string | undefined;
  /** Undefined: nodes, too. */
  readonly edgeKind: string | undefined;
}

/** Parameters of one ranking alone. */
const ofReach: readonly string[] = ['direction'];
const ofOnlyThrough: readonly string[] = [...endNames('end'), 'edge_kind', 'count'];

const orders = ['reach', 'only_through'] as const;
const directions = ['in', 'out'] as const;
const defaultLimit = 50;

/** Maximum number of nodes and edges that are removed one after another. */
const maxGreedy = 20;

/** Reads what is ranked, and by which number. */
export function RankingQuery(): ParameterDecorator {
  return routeInput(
    {
      place: 'query',
      names: ['by', 'kind', ...ofReach, ...ofOnlyThrough, ...kindsNames, 'skip', 'limit'],
      read: (query, faults, { state }) => readRanking(query, faults, state.maxLimit),
    },
    describeChoice({
      name: 'by',
      choices: orders,
      byDefault: 'reach',
      description:
        '`reach`: how many nodes a node reaches, or is reached by; `only_through`: how many accounts reach the ends only through a node or an edge.',
    }),
    ApiQuery({
      name: 'kind',
      required: false,
      schema: parameterText.schema,
      description: 'Ranks the nodes of this primary kind alone; without it all nodes, and edges with `only_through`.',
    }),
    describeChoice({
      name: 'direction',
      choices: directions,
      byDefault: 'out',
      description: '`out`: the nodes that a node reaches; `in`: those that reach it. For `reach` alone.',
    }),
    ...describeEnds('end', true),
    ApiQuery({
      name: 'edge_kind',
      required: false,
      schema: parameterText.schema,
      description:
        'For `only_through` alone: ranks the edges of this kind alone; with `kind`, those that start at a node of it.',
    }),
    ApiQuery({
      name: 'count',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: maxGreedy },
      description:
        'For `only_through` alone: chooses this many nodes and edges one after another, each after the former were removed. The answer is `greedy` then.',
    }),
    ...describeKinds(true),
    ...describePage(defaultLimit),
  );
}

/** What is computed once a version costs as much as it takes the first time. */
export const costOfRanking = 20;

function readRanking(query: QueryParameters, faults: Fault[], most: number | undefined): AskedRanking {
  const by = readChoice(query, 'by', orders, faults) ?? 'reach';
  const kind = readOptionalText(query, 'kind', faults);
  const direction = readChoice(query, 'direction', directions, faults) ?? 'out';
  const edgeKind = readOptionalText(query, 'edge_kind', faults);
  const [others, needed] = by === 'reach' ? [ofOnlyThrough, 'only_through'] : [ofReach, 'reach'];
  refuse(others, query, `needs by=${needed}`, faults);
  const greedy = query.some(([name]) => name === 'count') ? readCount(query, 'count', 1, maxGreedy, faults, 1) : null;
  if (greedy !== null) refuse(['kind', 'edge_kind'], query, "can't go with count", faults);
  return {
    by: by === 'reach' ? { direction } : { ends: readTarget(query, faults), greedy },
    view: readView(query, true, faults),
    kind,
    edgeKind,
    ...readPage(query, defaultLimit, most, faults),
  };
}
