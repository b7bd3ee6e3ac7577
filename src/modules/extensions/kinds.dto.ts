import { type JsonOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import { isJsonObject } from '../../base/values/json-object.js';
import { knownProperties, propertyTypes } from '../../graph/conditions/known-properties.js';
import type { KindExample } from '../../graph/kinds/descriptions/kind-description.js';
import { descriptionOf, familyOf } from '../../graph/kinds/descriptions/kind-descriptions.js';
import { compare, type DescribedKind, panelsOf, text } from './extension-kinds.js';

const exampleEdgeShape = shape('ExampleEdgeDto', {
  source: memory.text({ example: 'ADA', description: 'Name of the node, maybe with a property after a colon.' }),
  kind: memory.text({ example: 'GetChanges' }),
  target: memory.text({ example: 'BIRCH.LOCAL' }),
});

const kindExampleShape = shape('KindExampleDto', {
  edges: memory.array(exampleEdgeShape),
  derived: memory.object(exampleEdgeShape, 'The edge that follows from the others.'),
});
type KindExampleDto = JsonOf<typeof kindExampleShape.fields>;

const kindDescriptionShape = shape('KindDescriptionDto', {
  name: memory.text({ example: 'DCSync' }),
  family: memory.text({ example: 'Trusts and replication', description: 'Related kinds have the same.' }),
  is_traversable: memory.boolean('Whether the start of such an edge gains control of its end.'),
  sentence: memory.text({
    example: 'may copy all secrets of',
    description: 'The words between the names of both ends.',
  }),
  rule: memory.text('The source that states the edge, or the conditions from which it follows.'),
  meaning: memory.text(),
  danger: memory.text(),
  detection: memory.text('How logs show its use.'),
  remediation: memory.text('How to remove it.'),
  references: memory.texts({ format: 'uri', description: 'Addresses of public documents.' }),
  example: memory.absent(memory.object(kindExampleShape, 'A small graph from which the rule derives the edge.')),
});
export type KindDescriptionDto = JsonOf<typeof kindDescriptionShape.fields>;

const knownPropertyShape = shape('KnownPropertyDto', {
  name: memory.text({ example: 'lastlogon' }),
  type: memory.choice(propertyTypes)('`texts` is a list of texts.'),
  kinds: memory.texts({ example: ['User', 'Computer'], description: 'Kinds whose nodes have it.' }),
});
type KnownPropertyDto = JsonOf<typeof knownPropertyShape.fields>;

const kindPanelShape = shape('KindPanelDto', {
  title: memory.text(),
  content: memory.text('In Markdown, as the extension has it.'),
});

const kindTextsShape = shape('KindTextsDto', {
  name: memory.text({ example: 'ACME_Owns' }),
  description: memory.text('Empty if there is none.'),
  panels: memory.array(kindPanelShape, 'In their order.'),
});
export type KindTextsDto = JsonOf<typeof kindTextsShape.fields>;

export const kindNamesShape = shape('KindNamesDto', {
  kinds: memory.texts({ example: ['Computer', 'MemberOf', 'User'], description: 'In order of their names.' }),
  descriptions: memory.absent(memory.array(kindDescriptionShape, 'With `descriptions=true`.')),
  panels: memory.absent(memory.array(kindTextsShape, 'With `panels=true`: kinds of extensions with texts.')),
  properties: memory.absent(memory.array(knownPropertyShape, 'With `properties=true`, in order of their names.')),
});
export type KindNamesDto = JsonOf<typeof kindNamesShape.fields>;

const namedEdgeKind = {
  name: memory.text({ example: 'ACME_Owns' }),
  description: memory.text('Empty if there is none.'),
  is_traversable: memory.boolean('Whether the start of such an edge gains control of its end.'),
};

export const edgeKindShape = shape('EdgeKindDto', {
  ...namedEdgeKind,
  id: memory.int32(),
  schema_name: memory.text({
    example: 'Acme',
    description: 'Name of the extension; `AD` or `AZ` for kinds of the service.',
  }),
  is_builtin: memory.boolean('True for kinds of the service.'),
});
export type EdgeKindDto = JsonOf<typeof edgeKindShape.fields>;

const kindExtensionShape = shape('KindExtensionDto', {
  extension_id: memory.int32('0 for kinds of the service.'),
  name: memory.text({ example: 'Acme' }),
  display_name: memory.text('Empty if there is none.'),
  namespace: memory.text({ example: 'ACME' }),
  version: memory.text('Empty for kinds of the service.'),
});
type KindExtensionDto = JsonOf<typeof kindExtensionShape.fields>;

const panels = {
  type: 'object',
  additionalProperties: { type: 'object', additionalProperties: true },
  description: 'Panels of information by their names, as the extension has them.',
} as const;

export const nodeKindShape = shape('NodeKindDto', {
  node_kind_id: memory.int32(),
  name: memory.text({ example: 'ACME_User' }),
  display_name: memory.text('Empty if there is none.'),
  description: memory.text('Empty if there is none.'),
  is_display_kind: memory.boolean(),
  icon: memory.text('Empty if there is none.'),
  color: memory.text('Empty if there is none.'),
  extension: memory.object(kindExtensionShape),
  info: memory.any<object>(panels),
});
export type NodeKindDto = JsonOf<typeof nodeKindShape.fields>;

export const relationshipKindShape = shape('RelationshipKindDto', {
  ...namedEdgeKind,
  relationship_kind_id: memory.int32(),
  info: memory.any<object>(panels),
  extension: memory.object(kindExtensionShape),
});
export type RelationshipKindDto = JsonOf<typeof relationshipKindShape.fields>;

export function toPropertyDtos(): KnownPropertyDto[] {
  const properties = [...knownProperties].map(([name, property]) => ({ name, ...property }));
  return properties.toSorted((one, other) => compare(one.name, other.name));
}

/** Empty if nothing describes the kind. */
export function toKindDescriptionDtos(name: string): KindDescriptionDto[] {
  const description = descriptionOf(name);
  if (!description) return [];
  const { traversable, example, ...texts } = description;
  const family = familyOf(name) ?? '';
  return [
    { name, family, is_traversable: traversable, ...texts, ...(example && { example: toExampleDto(name, example) }) },
  ];
}

/** Empty if the source has no texts of the kind. */
export function toKindTextsDtos(kind: DescribedKind): KindTextsDto[] {
  const shown = Object.values(panelsOf(kind))
    .map(toPanel)
    .filter(({ content }) => content !== '')
    .toSorted((one, other) => one.position - other.position)
    .map(({ title, content }) => ({ title, content }));
  const description = text(kind.fields['description']);
  return description === '' && shown.length === 0 ? [] : [{ name: kind.name, description, panels: shown }];
}

/** A panel as `checkPanel` accepts it. */
function toPanel(panel: unknown): { readonly title: string; readonly content: string; readonly position: number } {
  const { title, position, markdown } = isJsonObject(panel) ? panel : {};
  return {
    title: text(title),
    content: text(isJsonObject(markdown) ? markdown['content'] : undefined),
    position: Number(position),
  };
}

function toExampleDto(name: string, { edges, derived: [source, target] }: KindExample): KindExampleDto {
  return {
    edges: edges.map(([start, kind, end]) => ({ source: start, kind, target: end })),
    derived: { source, kind: name, target },
  };
}

export function toEdgeKindDto({ id, name, fields, source }: DescribedKind): EdgeKindDto {
  return {
    id,
    name,
    description: text(fields['description']),
    is_traversable: fields['is_traversable'] === true,
    schema_name: source.name,
    is_builtin: source.isBuiltIn,
  };
}

export function toNodeKindDto(kind: DescribedKind): NodeKindDto {
  const { id, name, fields } = kind;
  return {
    node_kind_id: id,
    name,
    display_name: text(fields['display_name']),
    description: text(fields['description']),
    is_display_kind: fields['is_display_kind'] === true,
    icon: text(fields['icon']),
    color: text(fields['color']),
    extension: toKindExtensionDto(kind),
    info: panelsOf(kind),
  };
}

export function toRelationshipKindDto(kind: DescribedKind): RelationshipKindDto {
  const { id, name, fields } = kind;
  return {
    relationship_kind_id: id,
    name,
    description: text(fields['description']),
    is_traversable: fields['is_traversable'] === true,
    info: panelsOf(kind),
    extension: toKindExtensionDto(kind),
  };
}

function toKindExtensionDto({ source }: DescribedKind): KindExtensionDto {
  const { id, name, displayName, namespace, version } = source;
  return { extension_id: id, name, display_name: displayName, namespace, version };
}
