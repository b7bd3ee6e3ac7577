import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { call, type Call } from '../../api/call.js';
import type { CypherGraphDto, CypherTableDto, UnifiedEdgeDto, UnifiedNodeDto } from '../../api/schema.js';
import { address, go, linkTo, linkWith } from '../../base/address.js';
import { counted } from '../../base/format.js';
import { useDraft } from '../../base/hooks.js';
import { Button, Heading, ObjectLink, Section } from '../../base/parts.js';
import { Answered, type Asked, useAnswer } from '../../base/states.js';
import { ExploreLink } from '../../picture/explore-link.js';
import { graphOf, sinksOf } from '../../picture/graph.js';
import { ObjectPicture } from '../../picture/picture-view.js';
import { Table } from '../../table/table.js';
import { fixedRows } from '../../table/use-rows.js';
import { excerptAt, placeIn } from './completions.js';
import { Editor } from './editor.js';
import { SavedQueries } from './saved.js';

/** Writes, runs and saves queries. The query that was run is in the address. */
export function View() {
  const { query } = address.value;
  const [asked, form] = [query.get('q') ?? '', query.get('form') ?? ''];
  const [text, setText] = useDraft(asked);
  const results = useResults(asked);
  const place = text === asked ? placeIn(results.error?.faults[0]?.message ?? '') : null;
  const run = () => go(linkTo('/cypher', { q: text.trim(), form }));
  return (
    <>
      <Heading text="Query the graph" />
      <p class="muted">Queries are written in the reading part of Cypher. The saved ones below are a start.</p>
      <Editor text={text} onText={setText} onRun={run} isRefused={place !== null} />
      <p class="row">
        <Button label="Run" isDisabled={text.trim() === ''} run={run} />
        <span class="muted">Ctrl+Enter</span>
      </p>
      {place && <pre class="place">{excerptAt(asked, place)}</pre>}
      {asked !== '' && <Results asked={results} />}
      <SavedQueries text={text} />
    </>
  );
}

/** The answer of a query in the form that the address asks for. */
function useResults(query: string): Asked<{ readonly data: CypherTableDto | CypherGraphDto }> {
  const form = address.value.query.get('form') === 'graph' ? 'graph' : 'table';
  const body = { query, form, include_properties: form === 'graph' } as const;
  const asked = call('POST /api/v2/graphs/cypher', { body }) as Call<{ data: CypherTableDto | CypherGraphDto }>;
  return useAnswer(query === '' ? null : asked);
}

function Results({ asked }: { readonly asked: ReturnType<typeof useResults> }) {
  return (
    <Section title="Results">
      <Answered asked={asked} lines={10}>
        {({ data }) => ('rows' in data ? <Rows data={data} /> : <Drawn data={data} />)}
      </Answered>
    </Section>
  );
}

function Rows({ data: { columns, rows } }: { readonly data: CypherTableDto }) {
  return (
    <>
      <p class="row">
        <span role="status">{counted(rows.length, 'row')}</span>
        <a href={linkWith({ form: 'graph' })}>Show as picture</a>
      </p>
      {rows.length > 0 && (
        <Table
          label="Results"
          columns={columns.map((title, index) => ({
            title,
            cell: (row: readonly unknown[]) => <Cell value={row[index]} />,
          }))}
          rows={fixedRows(rows)}
        />
      )}
    </>
  );
}

function Drawn({ data }: { readonly data: CypherGraphDto }) {
  const graph = useMemo(() => graphOf({ ...data, truncated: false }), [data]);
  return (
    <>
      <p class="row">
        <span role="status">
          {counted(graph.nodes.length, 'node')}, {counted(graph.edges.length, 'relationship')}
        </span>
        <a href={linkWith({ form: '' })}>Show as table</a>
        <ExploreLink nodes={graph.nodes} />
      </p>
      {graph.nodes.length === 0 ? (
        <p>The results have no nodes to draw.</p>
      ) : (
        <ObjectPicture
          graph={graph}
          ends={{ starts: [], ends: sinksOf(graph) }}
          label="Nodes and relationships of the results"
          asTable={{ form: '' }}
        />
      )}
    </>
  );
}

interface PathCell {
  readonly nodes: readonly UnifiedNodeDto[];
  readonly edges: readonly UnifiedEdgeDto[];
}

/** A value of a row: a node is a link, a path its names, anything else is its JSON. */
function Cell({ value }: { readonly value: unknown }): ComponentChildren {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.some((item) => typeof item === 'object'))
    return value.map((item, index) => (
      <span key={index}>
        {index > 0 && ', '}
        <Cell value={item} />
      </span>
    ));
  if (isNode(value)) return <ObjectLink id={value.objectId} name={value.label} kind={value.kind} />;
  if (isPath(value)) return <PathText path={value} />;
  if (isEdge(value)) return value.kind;
  return typeof value === 'string' ? <bdi>{value}</bdi> : JSON.stringify(value);
}

/** The arrow of a step has the direction of its edge. */
function PathText({ path: { nodes, edges } }: { readonly path: PathCell }) {
  return nodes.map((node, index) => {
    const edge = edges[index - 1];
    const id = Reflect.get(node, 'id') as number;
    const arrow = edge && (edge.target === String(id) ? ` –${edge.kind}→ ` : ` ←${edge.kind}– `);
    return (
      <span key={index}>
        {arrow}
        <ObjectLink id={node.objectId} name={node.label} />
      </span>
    );
  });
}

function isNode(value: unknown): value is UnifiedNodeDto {
  return typeof value === 'object' && value !== null && 'objectId' in value;
}

function isEdge(value: unknown): value is UnifiedEdgeDto {
  return typeof value === 'object' && value !== null && 'source' in value && 'target' in value;
}

function isPath(value: unknown): value is PathCell {
  return typeof value === 'object' && value !== null && 'nodes' in value && 'edges' in value;
}
