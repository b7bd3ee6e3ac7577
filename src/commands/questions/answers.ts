import type { GraphChangeDto } from '../../modules/graphs/changes.fields.js';
import type { NewWayDto } from '../../modules/graphs/new-ways.dto.js';
import { type Format, rowsText } from '../output/formats.js';
import type { Cell, Rows } from '../output/tables.js';
import type { Terminal } from '../terminal.js';
import type { Hit } from './node-by-name.js';
import { valueText } from './value-text.js';

/** A page of a list of the service. */
export interface Page<Item> {
  readonly count: number;
  readonly data: readonly Item[];
}

/** Prints rows of a list, and on standard error how many there are if some are missing. */
export function printPage(terminal: Terminal, rows: Rows, count: number, format: Format): void {
  terminal.print(rowsText(rows, format, terminal));
  const printed = rows.rows.length;
  if (printed < count)
    terminal.note(`${printed.toLocaleString('en')} of ${count.toLocaleString('en')}; --limit prints more, --csv all`);
}

/** A row with the properties that were asked for. */
interface WithProperties {
  readonly props?: Readonly<Record<string, unknown>>;
}

/** Tier zero has a column if it has one of the objects. */
export function hitRows(hits: readonly (Hit & WithProperties)[]): Rows {
  const hasTierZero = hits.some((hit) => hit.tier_zero);
  const shown = propertiesOf(hits);
  return {
    head: ['name', 'kind', ...(hasTierZero ? ['tier zero'] : []), ...shown, 'object id'],
    rows: hits.map(({ name, type, tier_zero: isTierZero, objectid, props }) => [
      name,
      type,
      ...(hasTierZero ? [isTierZero ? 'yes' : ''] : []),
      ...cellsOf(shown, props),
      { whole: objectid },
    ]),
  };
}

/** An item of a list of entities. */
export interface ListedEntity extends WithProperties {
  readonly objectID: string;
  readonly name: string;
  readonly label: string;
}

export function entityRows(entities: readonly ListedEntity[]): Rows {
  const shown = propertiesOf(entities);
  return {
    head: ['name', 'kind', ...shown, 'object id'],
    rows: entities.map(({ name, label, objectID, props }) => [
      name,
      label,
      ...cellsOf(shown, props),
      { whole: objectID },
    ]),
  };
}

/** An item of the list of edges. */
interface ListedEdge {
  readonly source_name: string;
  readonly source_kind: string;
  readonly kind: string;
  readonly target_name: string;
  readonly target_kind: string;
}

export function edgeRows(edges: readonly ListedEdge[]): Rows {
  return {
    head: ['from', 'kind', 'edge', 'to', 'kind'],
    rows: edges.map((edge) => [edge.source_name, edge.source_kind, edge.kind, edge.target_name, edge.target_kind]),
  };
}

/** Values have a column if a node changed. */
export function changeRows(changes: readonly GraphChangeDto[]): Rows {
  const hasValues = changes.some(({ properties }) => properties !== null);
  return {
    head: ['change', 'from', 'kind', 'edge', 'to', 'kind', ...(hasValues ? ['values'] : [])],
    rows: changes.map((it) => [
      it.change,
      it.source_name,
      it.source_kind,
      it.type === 'edge' ? it.kind : '',
      it.target_name ?? '',
      it.target_kind ?? '',
      ...(hasValues ? [changedValues(it.properties ?? {})] : []),
    ]),
  };
}

function changedValues(properties: NonNullable<GraphChangeDto['properties']>): string {
  return Object.entries(properties)
    .map(([name, { from, to }]) => `${name}: ${valueText(name, from)} -> ${valueText(name, to)}`)
    .join(', ');
}

/** New edges are marked: `-new MemberOf-> STAFF -AdminTo-> PC1`. */
export function newWayRows(ways: readonly NewWayDto[]): Rows {
  return {
    head: ['name', 'kind', 'way', 'object id'],
    rows: ways.map(({ name, kind, way, objectid }) => [
      name,
      kind,
      way.map((edge) => `-${edge.is_new ? 'new ' : ''}${edge.kind}-> ${edge.target_name}`).join(' '),
      { whole: objectid },
    ]),
  };
}

/** An item of a ranking. */
export interface RankedItem {
  readonly objectid: string;
  readonly name: string;
  readonly kind: string;
  readonly edge: string | null;
  readonly target_name: string | null;
  readonly count: number;
}

/** Edges have columns if there are some. */
export function rankedRows(items: readonly RankedItem[]): Rows {
  const hasEdges = items.some(({ edge }) => edge !== null);
  return {
    head: ['name', 'kind', ...(hasEdges ? ['edge', 'to'] : []), 'count', 'object id'],
    rows: items.map(({ name, kind, edge, target_name: target, count, objectid }) => [
      name,
      kind,
      ...(hasEdges ? [edge ?? '', target ?? ''] : []),
      count,
      { whole: objectid },
    ]),
  };
}

interface ExposureCounts {
  readonly accounts: number;
  readonly reaching: number;
  readonly share: number;
  readonly unknown_enabled: number;
  readonly before?: number;
  readonly lost?: number;
}

export interface Exposure extends ExposureCounts {
  readonly groups: readonly (ExposureCounts & { readonly kind: string; readonly domain: string | null })[];
}

/** A row for each kind and domain, and one for all. */
export function exposureRows(exposure: Exposure): Rows {
  const hasView = exposure.before !== undefined;
  const rowOf = (kind: string, domain: string, counts: ExposureCounts): Cell[] => [
    kind,
    domain,
    counts.accounts,
    ...(hasView ? [counts.before ?? 0] : []),
    counts.reaching,
    ...(hasView ? [counts.lost ?? 0] : []),
    `${(counts.share * 100).toFixed(1)} %`,
    counts.unknown_enabled,
  ];
  const reached = hasView ? ['before', 'after', 'lost'] : ['reaching'];
  return {
    head: ['kind', 'domain', 'accounts', ...reached, 'share', 'enabled unknown'],
    rows: [...exposure.groups.map((group) => rowOf(group.kind, group.domain ?? '', group)), rowOf('all', '', exposure)],
  };
}

/** All rows have the same. */
function propertiesOf([first]: readonly WithProperties[]): readonly string[] {
  return Object.keys(first?.props ?? {});
}

function cellsOf(shown: readonly string[], props: WithProperties['props'] = {}): Cell[] {
  return shown.map((name) => valueText(name, props[name] ?? ''));
}
