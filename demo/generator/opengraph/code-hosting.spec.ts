import { describe, expect, it } from '@jest/globals';
import { Estate } from '../estate.js';
import { directoryFiles, parsed } from '../estate-files.fixture.js';
import { ESTATE_PRESETS } from '../sizes.js';

interface Endpoint {
  readonly match_by?: string;
  readonly value?: string;
  readonly kind?: string;
  readonly property_matchers?: readonly { readonly key: string; readonly value: string }[];
}

interface OpenGraphFile {
  readonly metadata: { readonly source_kind: string };
  readonly graph: {
    readonly nodes: readonly { readonly id: string; readonly kinds: readonly string[]; readonly properties: object }[];
    readonly edges: readonly { readonly kind: string; readonly start: Endpoint; readonly end: Endpoint }[];
  };
}

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

describe('the OpenGraph file', () => {
  const estate = new Estate({ seed: 'one', now: new Date('2026-06-01T12:00:00Z'), sizes: ESTATE_PRESETS.small });
  const { metadata, graph } = parsed(estate.codeHosting()) as OpenGraphFile;
  const files = directoryFiles(estate);
  const objects = [...files.values()].flat();
  const numberOf = (kind: string) => graph.nodes.filter(({ kinds }) => kinds[0] === kind).length;

  it('names its source and contains one node for each object', () => {
    expect(metadata).toEqual({ source_kind: 'QF_Base' });
    expect(['QF_Organization', 'QF_Team', 'QF_Account', 'QF_Repository', 'QF_Runner'].map(numberOf)).toEqual([
      1, 3, 16, 8, 2,
    ]);
  });

  it('refers to people by id, to groups by name and to computers by property, each matching one object', () => {
    const ids = new Set([...graph.nodes.map(({ id }) => id), ...objects.map((object) => object.ObjectIdentifier)]);
    const matches = ({ match_by, value, property_matchers: [matcher] = [] }: Endpoint) => {
      if (match_by === 'name') return objects.filter((object) => object.Properties?.['name'] === value).length;
      if (matcher === undefined) return ids.has(value ?? '') ? 1 : 0;
      return objects.filter((object) => object.Properties?.[matcher.key] === matcher.value).length;
    };
    expect(new Set(graph.edges.map(({ end }) => end.match_by))).toEqual(new Set([undefined, 'id', 'name', 'property']));
    expect(graph.edges.filter(({ start, end }) => matches(start) !== 1 || matches(end) !== 1)).toEqual([]);
  });

  it('keeps to properties that the format allows', () => {
    const values = graph.nodes.flatMap(({ properties }) => Object.values(properties) as unknown[]);
    expect(values.filter((value) => !isPlain(value) && !(Array.isArray(value) && value.every(isPlain)))).toEqual([]);
  });
});
