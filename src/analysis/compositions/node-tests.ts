import type { SqlRunner } from '../../database/database.js';
import type { NodeTest } from '../../graph/questions/paths/reason.js';
import type { Properties } from '../../graph/records.js';
import { readProperties, readRoleTemplates, readTraits } from '../derivation/read-stored-facts.js';
import { type UnitPower, unitPowers } from '../rules/cloud/unit-powers.js';

/** What tests depend on, of one node. */
interface NodeData {
  /** Bits of Trait. */
  readonly traits: number;
  /** Template of a cloud role, upper-cased. */
  readonly template: string | undefined;
  readonly properties: Properties;
}

const tests = new Map<NodeTest, (node: NodeData) => boolean>();

/** Names of tests of properties begin so. */
const ofProperties = 'properties: ';

/** Names a test, so that it can be sent to a thread. The same name is the same test. */
function named(name: string, test: (node: NodeData) => boolean): NodeTest {
  tests.set(name, test);
  return name;
}

/** The test whether a node has a trait, or does not have it. */
export function hasTrait(trait: number, has = true): NodeTest {
  return named(`${has ? 'trait' : 'no trait'} ${trait}`, ({ traits }) => ((traits & trait) !== 0) === has);
}

/** The test whether a role has one of these templates. */
export function isRole(templates: readonly string[]): NodeTest {
  return named(`role ${templates.join()}`, ({ template }) => template !== undefined && templates.includes(template));
}

/** The test whether a node is a role. */
export const isAnyRole = named('any role', ({ template }) => template !== undefined);

/** The test whether a role has one of these powers over members of a unit. */
export function hasUnitPower(wanted: readonly UnitPower[]): NodeTest {
  return named(`${ofProperties}powers ${wanted.join()}`, ({ template, properties }) => {
    const actions = properties['allowedresourceactions'];
    const powers =
      template === undefined ? [] : unitPowers(template, Array.isArray(actions) ? actions.map(String) : []);
    return powers.some((power) => wanted.includes(power));
  });
}

/** @param name by which other tests differ from it */
export function hasProperties(name: string, test: (properties: Properties) => boolean): NodeTest {
  return named(`${ofProperties}${name}`, ({ properties }) => test(properties));
}

/** Whether a node passes a test. */
export function passesTest(test: NodeTest, node: NodeData): boolean {
  return tests.get(test)?.(node) ?? false;
}

/** The nodes that pass, by test. */
export async function passingNodes(
  database: SqlRunner,
  toTest: Readonly<Record<NodeTest, readonly number[]>>,
): Promise<Record<NodeTest, number[]>> {
  const nodes = [...new Set(Object.values(toTest).flat())];
  const traits = await readTraits(database, nodes);
  const templates = await readRoleTemplates(database, nodes);
  const withProperties = Object.entries(toTest).flatMap(([test, tested]) =>
    test.startsWith(ofProperties) ? tested : [],
  );
  const properties = await readProperties(database, [...new Set(withProperties)]);
  const passes = (test: NodeTest, node: number) =>
    passesTest(test, {
      traits: traits.get(node) ?? 0,
      template: templates.get(node),
      properties: properties.get(node) ?? {},
    });
  return Object.fromEntries(
    Object.entries(toTest).map(([test, tested]) => [test, tested.filter((node) => passes(test, node))]),
  );
}
