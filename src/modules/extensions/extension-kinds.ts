import { descriptionOf } from '../../graph/kinds/descriptions/kind-descriptions.js';
import { isEdgeKind, kindDefinitions } from '../../graph/kinds/kind-definitions.js';
import type { ExtensionEntity } from '../../graph/extensions/extension.entity.js';

/** The service or an extension, which describes kinds. */
interface KindSource {
  readonly id: number;
  readonly name: string;
  readonly displayName: string;
  readonly namespace: string;
  readonly version: string;
  readonly isBuiltIn: boolean;
}

/** A kind of nodes or edges as its source describes it. */
export interface DescribedKind {
  readonly id: number;
  readonly name: string;
  /** Properties of the kind as sent; those that are absent have the default of their type. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly source: KindSource;
}

interface DescribedKinds {
  readonly ofNodes: readonly DescribedKind[];
  readonly ofEdges: readonly DescribedKind[];
}

/** Kinds of an extension are numbered by its id and their position. Kinds of the service have smaller numbers. */
export const kindsPerExtension = 10_000;

const directory: KindSource = source('AD', 'Active Directory');
const cloud: KindSource = source('AZ', 'Entra ID and Azure');

function source(name: string, displayName: string): KindSource {
  return { id: 0, name, displayName, namespace: name, version: '', isBuiltIn: true };
}

const builtIn = kindDefinitions
  .filter(({ id }) => id > 0)
  .map(({ id, name, traversable }) => ({
    id,
    name,
    ofEdges: isEdgeKind(id),
    fields: { is_traversable: traversable, display_name: name, is_display_kind: true, ...describedFields(name) },
    source: name.startsWith('AZ') ? cloud : directory,
  }));

/** What extensions send for a kind of edges. */
function describedFields(kind: string): object {
  const description = descriptionOf(kind);
  if (!description) return {};
  const { rule, meaning, danger, detection, remediation, references } = description;
  return {
    description: meaning,
    info: {
      rule: panel('Rule', 0, rule),
      danger: panel('Danger', 1, danger),
      detection: panel('Detection', 2, detection),
      remediation: panel('Remediation', 3, remediation),
      references: panel('References', 4, references.map((it) => `- <${it}>`).join('\n')),
    },
  };
}

function panel(title: string, position: number, content: string): object {
  return { title, position, markdown: { content } };
}

/** The kinds of the service and of the extensions, by name of the source and of the kind. */
export function describedKinds(extensions: readonly ExtensionEntity[]): DescribedKinds {
  const ofList = (list: string) => extensions.flatMap((it) => kindsOf(it, list));
  return {
    ofNodes: inOrder([...builtIn.filter((it) => !it.ofEdges), ...ofList('node_kinds')]),
    ofEdges: inOrder([...builtIn.filter((it) => it.ofEdges), ...ofList('relationship_kinds')]),
  };
}

function kindsOf({ id, name, namespace, version, definition }: ExtensionEntity, list: string): DescribedKind[] {
  const displayName = text(member(member(definition, 'schema'), 'display_name'));
  const from = { id, name, displayName, namespace, version, isBuiltIn: false };
  const kinds = member(definition, list);
  if (!Array.isArray(kinds)) return [];
  return kinds.map((kind: unknown, index) => ({
    id: id * kindsPerExtension + index + 1,
    name: text(member(kind, 'name')),
    fields: Object.fromEntries(Object.entries(isObject(kind) ? kind : {})),
    source: from,
  }));
}

function inOrder(kinds: readonly DescribedKind[]): DescribedKind[] {
  return kinds.toSorted((one, other) => compare(one.source.name, other.source.name) || compare(one.name, other.name));
}

export function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function member(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The panels of information by name; none if the source has none. */
export function panelsOf({ fields: { info } }: DescribedKind): object {
  return isObject(info) ? info : {};
}

/** Empty for other values. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
