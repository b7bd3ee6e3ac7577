import type { Endpoint, KnownEndpoint, MatchedEndpoint } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { type GraphPart, link } from '../../records/graph-parts.js';
import { storable } from '../../records/identifier.js';
import { isKindName, KIND_NAME } from '../../records/kind-name.js';
import { withSource } from './open-graph-nodes.js';
import { openGraphProperties } from './open-graph-properties.js';

const kindPattern = /^[A-Za-z0-9_]{1,256}$/;

/** An element of `graph.edges`. An edge with a fault in its kind or an end is left out. */
export function* convertEdge(record: Fields, sourceKind: string | null): Generator<GraphPart> {
  const kind = record.text('kind') ?? '';
  if (!kindPattern.test(kind)) {
    record.fault('kind', 'expected 1 to 256 letters, digits and _; the edge is left out');
    return;
  }
  const source = endpointOf(record, 'start', sourceKind);
  const target = endpointOf(record, 'end', sourceKind);
  if (source && target) {
    yield* link(source, kind, target, openGraphProperties(record));
  }
}

function endpointOf(record: Fields, side: 'start' | 'end', sourceKind: string | null): Endpoint | null {
  const end = record.object(side);
  if (!end) {
    record.fault(side, 'expected an object that names a node; the edge is left out');
    return null;
  }
  const way = end.text('match_by') ?? 'id';
  switch (way) {
    case 'id':
      return byId(end, sourceKind);
    case 'name':
      return byName(end);
    case 'property':
      return byProperties(end);
    default:
      end.fault('match_by', `"${way}" is not known; expected id, name or property; the edge is left out`);
      return null;
  }
}

function byId(end: Fields, sourceKind: string | null): KnownEndpoint | null {
  const objectid = end.id('value');
  if (objectid === null) {
    end.fault('value', 'expected the id of a node; the edge is left out');
    return null;
  }
  const kind = kindOf(end);
  return { objectid, kinds: withSource(kind === null ? [] : [kind], sourceKind) };
}

function byName(end: Fields): MatchedEndpoint | null {
  const name = end.text('value');
  if (name === null) {
    end.fault('value', 'expected the name of a node; the edge is left out');
    return null;
  }
  return matched(end, [{ key: 'name', value: name.toUpperCase() }]);
}

function byProperties(end: Fields): MatchedEndpoint | null {
  if (end.value('value') !== null) {
    end.fault('value', 'is not allowed with match_by property; the edge is left out');
    return null;
  }
  const matchers = end.list('property_matchers');
  const match = matchers.flatMap((matcher) => matcherOf(matcher) ?? []);
  if (matchers.length === 0) {
    end.fault('property_matchers', 'expected at least one matcher; the edge is left out');
  }
  return matchers.length > 0 && match.length === matchers.length ? matched(end, match) : null;
}

function matched(end: Fields, match: MatchedEndpoint['match']): MatchedEndpoint {
  const kind = kindOf(end);
  return kind === null ? { match } : { match, kind };
}

function kindOf(end: Fields): string | null {
  const kind = end.text('kind');
  if (kind !== null && !isKindName(kind)) {
    end.fault('kind', `expected ${KIND_NAME}; it is not heeded`);
    return null;
  }
  return kind;
}

function matcherOf(matcher: Fields): MatchedEndpoint['match'][number] | null {
  const key = matcher.text('key');
  const value = matcher.value('value');
  const operator = matcher.text('operator') ?? 'equals';
  if (key === null || operator !== 'equals' || value === null || typeof value === 'object') {
    matcher.fault(
      'key',
      'expected a key, the operator equals, and a text, number, true or false; the edge is left out',
    );
    return null;
  }
  return { key, value: typeof value === 'string' ? storable(value) : value };
}
