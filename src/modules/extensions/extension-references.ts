import { findingTypes } from '../../analysis/findings/finding-types.js';
import { fault, type Fault } from '../../base/errors.js';
import type { JsonObject } from '../../base/values/json-object.js';

/** The elements of the lists of a schema. Each has the types of its members checked. */
export interface SchemaLists {
  readonly node_kinds: readonly JsonObject[];
  readonly relationship_kinds: readonly JsonObject[];
  readonly environments: readonly JsonObject[];
  readonly relationship_findings: readonly JsonObject[];
}

/** The names that a member may have, and what they are in words. */
interface Choice {
  readonly names: ReadonlySet<unknown>;
  readonly words: string;
}

/** Checks that environments and findings name kinds of the schema, and that findings have names of their own. */
export function checkReferences(namespace: string, lists: SchemaLists, faults: Fault[]): void {
  const nodes = { names: namesOf(lists.node_kinds), words: 'one of node_kinds' };
  const edges = { names: namesOf(lists.relationship_kinds), words: 'one of relationship_kinds' };
  const traversable = {
    names: namesOf(lists.relationship_kinds.filter((it) => it['is_traversable'] === true)),
    words: 'one of relationship_kinds whose is_traversable is true',
  };
  const environments = {
    names: new Set(lists.environments.map((it) => it['environment_kind'])),
    words: 'the environment_kind of one of environments',
  };
  const reject = (value: unknown, context: string, takes: string) =>
    faults.push(fault('body.invalid_value', context, `${JSON.stringify(value)} is not valid; it takes ${takes}`));
  const require = (value: unknown, { names, words }: Choice, context: string) => {
    if (!names.has(value)) reject(value, context, words);
  };
  const requireUnique = (list: readonly JsonObject[], member: string, context: string) => {
    list.forEach((it, index) => {
      if (list.findIndex((other) => other[member] === it[member]) < index)
        reject(it[member], `${context}.${index}.${member}`, 'a name that is there once');
    });
  };
  lists.environments.forEach((it, index) => {
    const context = `body.environments.${index}`;
    require(it['environment_kind'], nodes, `${context}.environment_kind`);
    const source = it['source_kind'];
    if (nodes.names.has(source) || edges.names.has(source))
      reject(source, `${context}.source_kind`, 'a kind that is in neither node_kinds nor relationship_kinds');
    textsOf(it['principal_kinds']).forEach((kind, at) => require(kind, nodes, `${context}.principal_kinds.${at}`));
  });
  lists.relationship_findings.forEach((it, index) => {
    const context = `body.relationship_findings.${index}`;
    const name = it['name'];
    if (typeof name !== 'string' || !isOwnName(name, namespace) || findingTypes.has(name))
      reject(name, `${context}.name`, `a name that begins with ${namespace}_ and is none of the service`);
    require(it['relationship_kind'], traversable, `${context}.relationship_kind`);
    require(it['environment_kind'], environments, `${context}.environment_kind`);
  });
  requireUnique(lists.environments, 'environment_kind', 'body.environments');
  requireUnique(lists.relationship_findings, 'name', 'body.relationship_findings');
}

/** Whether a name begins with the namespace and goes on. */
export function isOwnName(name: string, namespace: string): boolean {
  return name.startsWith(`${namespace}_`) && name.length > namespace.length + 1;
}

function namesOf(kinds: readonly JsonObject[]): ReadonlySet<unknown> {
  return new Set(kinds.map((it) => it['name']));
}

/** Empty for other values. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((it) => typeof it === 'string') : [];
}
