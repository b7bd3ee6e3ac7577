import { ApiQuery } from '@nestjs/swagger';
import { choice, flag, fromQuery, type Parameter, texts, together, type ValueOf } from '../../http/input/parameters.js';
import { readSingle } from '../../http/input/route-inputs.js';
import { conditions } from '../conditions/conditions.query.js';

interface AskedKinds {
  /** Null: all. */
  readonly names: readonly string[] | null;
  /** Whether all but these are followed. */
  readonly isExclusion: boolean;
}

const allKinds: AskedKinds = { names: null, isExclusion: false };

/** Of each parameter that excludes. */
const limit = { most: 100, allowed: 'may be given at most 100 times' };

const kinds: Parameter<AskedKinds> = {
  names: ['relationship_kinds'],
  read: (query, faults) => {
    const text = readSingle(query, 'relationship_kinds', faults);
    if (text === undefined) return allKinds;
    const [, predicate, list = ''] = /^(?:(n?in):)?(.*)$/s.exec(text) ?? [];
    return { names: [...new Set(list.split(','))], isExclusion: predicate === 'nin' };
  },
  describe: [
    ApiQuery({
      name: 'relationship_kinds',
      required: false,
      schema: { type: 'string', pattern: '^((in|nin):)?[^,]+(,[^,]+)*$', example: 'in:MemberOf,AdminTo' },
      description: 'Kinds of edges that are followed, `in:A,B`, or that are not, `nin:A,B`.',
    }),
  ],
};

function followed(onlyTraversable: boolean) {
  const description = 'Follows only edges whose start gains control of their end.';
  return { kinds, onlyTraversable: flag('only_traversable', onlyTraversable, description) };
}

/** How containers lead on in walks. */
export const reachOf = (also = '') =>
  choice(
    'reach',
    ['held', 'stored'],
    'held',
    `How domains, units, containers and sites lead on: \`held\` from a policy to users and computers, until a unit blocks inheritance; from a right to what is not protected; from a domain to all that it has. \`stored\` over all edges alike${also}.`,
  );

const reach = reachOf(
  ', as do walks over kinds that `relationship_kinds=in:…` names, or with `only_traversable=false`',
);

export type AskedReach = ValueOf<typeof reach>;

const excluded = {
  excludedNodes: texts(
    'exclude_node',
    'Object id or id of a node; may be repeated. The question is asked to the graph without the node, its edges, and the derived edges that no longer follow.',
    limit,
  ),
  excludedEdges: texts(
    'exclude_edge',
    'An edge as `source,kind,target`, its ends as in `exclude_node`; may be repeated. The question is asked to the graph without the edge and the derived edges that no longer follow.',
    limit,
  ),
  excludedWhere: conditions(
    'exclude_where',
    'A condition as in `where`; may be repeated. The question is asked to the graph without the nodes that meet it, such as `enabled:false`.',
  ),
};

/** The edges that are followed. @param onlyTraversable by default */
export const followedEdges = (onlyTraversable: boolean) => together({ ...followed(onlyTraversable), reach });

/** The part of the graph that a question is asked to, as a client names it. @param onlyTraversable by default */
export const view = (onlyTraversable: boolean) => together({ ...followed(onlyTraversable), reach, ...excluded });

/** The same for a question about edges, which follows none. */
export const edgesView = together({ ...followed(false), ...excluded });

/** Without `reach` nothing is followed. */
export type AskedView = ValueOf<typeof edgesView> & { readonly reach?: AskedReach };

/** All edges of all kinds. */
export const wholeGraph: Required<AskedView> = {
  kinds: allKinds,
  onlyTraversable: false,
  reach: 'stored',
  excludedNodes: [],
  excludedEdges: [],
  excludedWhere: [],
};

/** The edges that questions about control follow by default. */
export const controlView: Required<AskedView> = { ...wholeGraph, onlyTraversable: true, reach: 'held' };

export const ViewQuery = (onlyTraversable: boolean) => fromQuery(view(onlyTraversable));
