import { Injectable } from '@nestjs/common';
import { currentVisibility } from '../../base/scope/request-scope.js';
import { NotFoundError } from '../../base/errors.js';
import { KindNames, type KnownKind } from '../../graph/store/kind-names.js';
import { flagText } from '../../http/input/parameter-text.js';
import { type DescribedKind, describedKinds, panelsOf, text } from './extension-kinds.js';
import { ExtensionsRepository } from './extensions.repository.js';
import type { EdgeKindFilters, KindNameFilters } from './kinds.list.js';

/** What a panel of a node or an edge shows of its kind. */
export interface ShownKind {
  readonly id: number;
  readonly name: string;
  /** Empty if the source has none. */
  readonly displayName: string;
  readonly isTraversable: boolean;
  /** By name. */
  readonly panels: object;
}

/** Shows the kinds of nodes and edges: the names in the graph, and the descriptions of the service and of extensions. */
@Injectable()
export class KindsService {
  constructor(
    private readonly names: KindNames,
    private readonly extensions: ExtensionsRepository,
  ) {}

  /** A kind that a file added may be one of nodes or of edges, so both types have it. */
  async listNames(filters: KindNameFilters): Promise<string[]> {
    const { kinds } = await this.names.list();
    return kinds
      .filter((kind) =>
        filters.every(({ predicate, value }) => typesOf(kind).some((it) => matches(it, predicate, value))),
      )
      .map(({ name }) => name)
      .toSorted();
  }

  /** @param sources names of extensions, `AD` or `AZ`; all if there are none */
  async listEdgeKinds(sources: readonly string[], filters: EdgeKindFilters): Promise<readonly DescribedKind[]> {
    const { ofEdges } = describedKinds(await this.extensions.listStored());
    return ofEdges.filter(
      ({ source, fields }) =>
        (sources.length === 0 || sources.includes(source.name)) &&
        filters.every(({ predicate, value }) => {
          const isEqual = (fields['is_traversable'] === true) === flagText.isTrue(value ?? '');
          return isEqual === (predicate === 'eq');
        }),
    );
  }

  /** The kinds of nodes and edges that extensions describe. */
  async listOfExtensions(): Promise<readonly DescribedKind[]> {
    const { ofNodes, ofEdges } = describedKinds(await this.extensions.listStored());
    const ofExtensions = [...ofNodes, ...ofEdges].filter(({ source }) => !source.isBuiltIn);
    if (!currentVisibility()) return ofExtensions;
    const seen = new Set((await this.names.list()).kinds.map(({ name }) => name));
    return ofExtensions.filter(({ name }) => seen.has(name));
  }

  /** @param type of the kinds with these names */
  async describe(type: 'ofNodes' | 'ofEdges', names: readonly string[]): Promise<readonly ShownKind[]> {
    const kinds = describedKinds(await this.extensions.listStored())[type];
    return kinds.filter(({ name }) => names.includes(name)).map(toShownKind);
  }

  /** @throws NotFoundError */
  async getNodeKind(id: number): Promise<DescribedKind> {
    const { ofNodes } = describedKinds(await this.extensions.listStored());
    return byId(ofNodes, id, 'node');
  }

  /** @throws NotFoundError */
  async getEdgeKind(id: number): Promise<DescribedKind> {
    const { ofEdges } = describedKinds(await this.extensions.listStored());
    return byId(ofEdges, id, 'relationship');
  }
}

function toShownKind(kind: DescribedKind): ShownKind {
  const { id, name, fields } = kind;
  const isTraversable = fields['is_traversable'] === true;
  return { id, name, displayName: text(fields['display_name']), isTraversable, panels: panelsOf(kind) };
}

function typesOf({ isOfNodes, isOfEdges }: KnownKind): readonly string[] {
  return [...(isOfNodes ? ['node'] : []), ...(isOfEdges ? ['edge'] : [])];
}

function matches(type: string, predicate: string, value: string | null): boolean {
  if (predicate === '~eq') return type.includes((value ?? '').toLowerCase());
  return (type === value) === (predicate === 'eq');
}

function byId(kinds: readonly DescribedKind[], id: number, type: string): DescribedKind {
  const kind = kinds.find((it) => it.id === id);
  if (!kind) throw new NotFoundError(`path.${type}_kind_id`, `there is no ${type} kind ${id}`);
  return kind;
}
