import type { JsonObject } from '../../base/values/json-object.js';
import { isJsonObject } from '../../base/values/json-object.js';
import type { ExtensionFinding, ExtensionModel } from '../../graph/extensions/extension-model.js';
import { text } from './extension-kinds.js';
import { type SchemaLists, textsOf } from './extension-references.js';

/** The parts of a valid schema that the service uses. @param platform name of the extension, for people */
export function modelOf(lists: SchemaLists, platform: string): ExtensionModel {
  return {
    nodeKinds: namesOf(lists.node_kinds),
    edgeKinds: namesOf(lists.relationship_kinds),
    traversable: namesOf(lists.relationship_kinds.filter((it) => it['is_traversable'] === true)),
    environments: lists.environments.map((it) => ({
      kind: text(it['environment_kind']),
      source: text(it['source_kind']),
      principals: textsOf(it['principal_kinds']),
    })),
    findings: lists.relationship_findings.map((it) => findingOf(it, platform)),
  };
}

function namesOf(kinds: readonly JsonObject[]): string[] {
  return kinds.map((it) => text(it['name']));
}

/** A finding has the texts of every other one if the schema has none. */
function findingOf(fields: JsonObject, platform: string): ExtensionFinding {
  const [name, kind, environment] = ['name', 'relationship_kind', 'environment_kind'].map((it) => text(fields[it]));
  const { remediation } = fields;
  const textOf = (it: string) => (isJsonObject(remediation) ? text(remediation[it]) : '');
  const short = textOf('short_remediation') || `Remove the edges ${kind} that need not be.`;
  return {
    name: name!,
    title: text(fields['display_name']) || name!,
    platform,
    kind: kind!,
    environment: environment!,
    rule:
      textOf('long_description') ||
      `An edge ${kind} leads from a node outside of tier zero to a member of it, in an environment ${environment}.`,
    sentence: textOf('short_description') || `A node outside of tier zero has an edge ${kind} to a member of it.`,
    remediation: short,
    longRemediation: textOf('long_remediation') || short,
  };
}
