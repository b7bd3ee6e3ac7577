import { type JsonOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import { fault, type Fault } from '../../base/errors.js';
import { isJsonObject, type JsonObject } from '../../base/values/json-object.js';
import type { ExtensionModel } from '../../graph/extensions/extension-model.js';
import { kindNames } from '../../graph/kinds/kind-catalogue.js';
import { modelOf } from './extension-model-of.js';
import { checkReferences, isOwnName, type SchemaLists } from './extension-references.js';

export interface ExtensionDraft {
  readonly name: string;
  readonly namespace: string;
  readonly version: string;
  /** The whole body of the request. */
  readonly definition: object;
  readonly model: ExtensionModel;
}

export interface Extension extends Pick<ExtensionDraft, 'name' | 'namespace' | 'version'> {
  readonly id: number;
}

export const extensionShape = shape('ExtensionDto', {
  id: memory.int32(),
  name: memory.text({ example: 'Acme' }),
  version: memory.text({ example: '1.0.0' }),
  is_builtin: memory.boolean('Always false: all extensions come from clients.'),
  namespace: memory.text({ example: 'ACME' }),
});
export type ExtensionDto = JsonOf<typeof extensionShape.fields>;

type FieldType = 'text' | 'flag' | 'texts' | 'remediation' | 'info';
type Types = Readonly<Record<string, FieldType>>;

interface ListRule {
  readonly required: readonly string[];
  readonly types: Types;
  /** Each name starts with the namespace and is unique. */
  readonly areKinds?: true;
}

const kindTypes = { name: 'text', description: 'text', info: 'info' } as const;

const lists: Readonly<Record<keyof SchemaLists, ListRule>> = {
  node_kinds: {
    required: ['name'],
    types: { ...kindTypes, display_name: 'text', is_display_kind: 'flag', icon: 'text', color: 'text' },
    areKinds: true,
  },
  relationship_kinds: { required: ['name'], types: { ...kindTypes, is_traversable: 'flag' }, areKinds: true },
  environments: {
    required: ['environment_kind', 'source_kind'],
    types: { environment_kind: 'text', source_kind: 'text', principal_kinds: 'texts' },
  },
  relationship_findings: {
    required: ['name', 'relationship_kind', 'environment_kind'],
    types: {
      name: 'text',
      display_name: 'text',
      relationship_kind: 'text',
      environment_kind: 'text',
      remediation: 'remediation',
    },
  },
};

/** Of each list. */
const MAX_ELEMENTS = 2000;

const serviceKinds: ReadonlySet<string> = new Set(kindNames.values());

const label = { pattern: /^\P{Cc}{1,256}$/u, takes: 'takes 1 to 256 characters, and no control characters' };
const namespacePattern = /^[A-Za-z0-9_-]{1,64}$/;

/** In the order of the faults. */
const schemaTexts = {
  name: label,
  version: label,
  namespace: { pattern: namespacePattern, takes: 'takes 1 to 64 letters, digits, _ and -' },
};

const panelPattern = /^[a-z0-9_-]{1,128}$/;

const text = { type: 'string' as const };
const anything = { type: 'object' as const, additionalProperties: true };

export const extensionSchema = {
  type: 'object' as const,
  required: ['schema'],
  additionalProperties: true,
  properties: {
    schema: {
      type: 'object' as const,
      required: ['name', 'version', 'namespace'],
      properties: {
        name: { ...text, minLength: 1, maxLength: 256 },
        display_name: text,
        version: { ...text, minLength: 1, maxLength: 256 },
        namespace: { ...text, pattern: namespacePattern.source },
      },
    },
    ...Object.fromEntries(Object.keys(lists).map((name) => [name, { type: 'array' as const, items: anything }])),
  },
};

/** Validates the known properties. Unknown properties are stored with the rest. */
export function readExtension(body: object, faults: Fault[]): ExtensionDraft {
  const whole = fieldsOf(body);
  const schema = objectAt(whole['schema'], 'body.schema', faults);
  const [name, version, namespace] = Object.entries(schemaTexts).map(([it, { pattern, takes }]) => {
    const value = requiredText(schema, it, 'body.schema', faults);
    if (value !== undefined && !pattern.test(value)) faults.push(invalid(`body.schema.${it}`, takes));
    return value;
  });
  check(schema['display_name'], 'text', 'body.schema.display_name', faults);
  const kinds = new Set<string>();
  const elementsIn = (list: keyof SchemaLists): JsonObject[] => {
    const context = `body.${list}`;
    const rule = lists[list];
    const elements = elementsOf(whole[list], context, faults);
    if (elements.length > MAX_ELEMENTS) faults.push(invalid(context, `takes at most ${MAX_ELEMENTS} elements`));
    return elements.slice(0, MAX_ELEMENTS).map((element, index) => {
      const fields = objectAt(element, `${context}.${index}`, faults);
      for (const it of rule.required) requiredText(fields, it, `${context}.${index}`, faults);
      for (const [it, type] of Object.entries(rule.types)) {
        if (!rule.required.includes(it)) check(fields[it], type, `${context}.${index}.${it}`, faults);
      }
      if (rule.areKinds) checkKind(fields['name'], namespace, kinds, `${context}.${index}.name`, faults);
      return fields;
    });
  };
  const elements: SchemaLists = {
    node_kinds: elementsIn('node_kinds'),
    relationship_kinds: elementsIn('relationship_kinds'),
    environments: elementsIn('environments'),
    relationship_findings: elementsIn('relationship_findings'),
  };
  if (faults.length === 0) checkReferences(namespace!, elements, faults);
  const platform = (typeof schema['display_name'] === 'string' && schema['display_name']) || name!;
  const model = modelOf(elements, platform);
  return { name: name ?? '', version: version ?? '', namespace: namespace ?? '', definition: body, model };
}

function checkKind(
  name: unknown,
  namespace: string | undefined,
  kinds: Set<string>,
  context: string,
  faults: Fault[],
): void {
  if (typeof name !== 'string') return;
  if (namespace && !isOwnName(name, namespace))
    faults.push(invalid(context, `${JSON.stringify(name)} is not valid; kinds begin with ${namespace}_`));
  if (serviceKinds.has(name)) faults.push(invalid(context, `the service has the kind ${JSON.stringify(name)}`));
  if (!label.pattern.test(name)) faults.push(invalid(context, label.takes));
  if (kinds.has(name)) faults.push(invalid(context, `the kind ${JSON.stringify(name)} is there more than once`));
  kinds.add(name);
}

/** Checks the type of a value. Absent and null are valid. */
function check(value: unknown, type: FieldType, context: string, faults: Fault[]): void {
  if (value === undefined || value === null) return;
  if (type === 'text') {
    if (typeof value !== 'string') faults.push(invalid(context, 'takes a text'));
  } else if (type === 'flag') {
    if (typeof value !== 'boolean') faults.push(invalid(context, 'takes true or false'));
  } else if (type === 'texts') {
    elementsOf(value, context, faults).forEach((it, index) => {
      if (typeof it !== 'string') faults.push(invalid(`${context}.${index}`, 'takes a text'));
    });
  } else if (type === 'remediation') {
    for (const [name, it] of Object.entries(objectAt(value, context, faults)))
      check(it, 'text', `${context}.${name}`, faults);
  } else {
    for (const [name, it] of Object.entries(objectAt(value, context, faults)))
      checkPanel(name, it, `${context}.${name.slice(0, 128)}`, faults);
  }
}

/** `{ title, position, markdown: { content } }` */
function checkPanel(name: string, panel: unknown, context: string, faults: Fault[]): void {
  if (!panelPattern.test(name))
    faults.push(invalid(context, 'the name of a panel takes 1 to 128 characters out of a-z, 0-9, - and _'));
  const fields = objectAt(panel, context, faults);
  requiredText(fields, 'title', context, faults);
  const { position, markdown } = fields;
  if (!Number.isInteger(position) || Number(position) < 0)
    faults.push(invalid(`${context}.position`, 'takes an integer from 0'));
  if (markdown === undefined || markdown === null) return;
  requiredText(objectAt(markdown, `${context}.markdown`, faults), 'content', `${context}.markdown`, faults);
}

function invalid(context: string, message: string): Fault {
  return fault('body.invalid_value', context, message);
}

function requiredText(fields: JsonObject, name: string, parent: string, faults: Fault[]): string | undefined {
  const value = fields[name];
  if (typeof value === 'string' && value !== '' && value.length <= 65_536) return value;
  faults.push(fault('body.missing_property', `${parent}.${name}`, 'is required: a text that is not empty'));
  return undefined;
}

function objectAt(value: unknown, context: string, faults: Fault[]): JsonObject {
  if (isJsonObject(value)) return fieldsOf(value);
  faults.push(invalid(context, 'takes an object'));
  return fieldsOf({});
}

function elementsOf(value: unknown, context: string, faults: Fault[]): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value !== undefined && value !== null) faults.push(invalid(context, 'takes a list'));
  return [];
}

/** Copies the members to an object without a prototype, so that inherited names such as `constructor` are absent. */
function fieldsOf(value: object): JsonObject {
  const fields: Record<string, unknown> = Object.create(null);
  for (const [name, member] of Object.entries(value)) fields[name] = member;
  return fields;
}
