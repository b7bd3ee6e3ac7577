import { describe, expect, it } from '@jest/globals';
import { Estate } from '../estate.js';
import { directoryFiles } from '../estate-files.fixture.js';
import { ESTATE_PRESETS } from '../sizes.js';
import { HELPDESK_CHAIN, PROJECT_CYCLE } from './role-groups.js';

interface Member {
  readonly ObjectIdentifier: string;
  readonly ObjectType: string;
}

const estate = new Estate({ seed: 'one', now: new Date('2026-06-01T12:00:00Z'), sizes: ESTATE_PRESETS.demo });
const { groups, accounts } = estate.directory;
const objects = directoryFiles(estate).get('groups') ?? [];

/** Group -> groups nested in it. */
const nested = new Map(
  objects.map(({ ObjectIdentifier, Members }) => [
    ObjectIdentifier,
    (Members as Member[]).filter(({ ObjectType }) => ObjectType === 'Group').map((member) => member.ObjectIdentifier),
  ]),
);

/** Number of groups in the longest chain that ends in `group`; throws if it returns to a group on its way. */
function depthOf(
  group: string,
  isLeftOut: (outer: string, inner: string) => boolean,
  above: readonly string[] = [],
): number {
  if (above.includes(group)) throw new Error(`a cycle through ${group}`);
  const inner = (nested.get(group) ?? []).filter((child) => !isLeftOut(group, child));
  return 1 + Math.max(0, ...inner.map((child) => depthOf(child, isLeftOut, [...above, group])));
}

describe('the nesting of groups', () => {
  const [first, second, third] = PROJECT_CYCLE.map((name) => groups.sidOf(name));
  const closesCycle = (outer: string, inner: string) => outer === first && inner === third;

  it('is six groups deep apart from its one cycle', () => {
    const depths = [...nested.keys()].map((group) => depthOf(group, closesCycle));
    expect(Math.max(...depths)).toBe(6);
    expect(depthOf(groups.sidOf('ADM-CLIENTS'), closesCycle)).toBe(HELPDESK_CHAIN.length);
    expect(depthOf(groups.sidOf('ALL-IDENTITIES'), closesCycle)).toBe(6);
  });

  it('contains one cycle of three groups, which has rights', () => {
    expect(nested.get(first ?? '')).toEqual([third]);
    expect(nested.get(second ?? '')).toEqual([first]);
    expect(nested.get(third ?? '')).toEqual([second]);
    expect(nested.get(groups.sidOf('ADM-SRV-RND'))).toEqual([third]);
  });

  it('assigns every person to exactly one team', () => {
    const teams = objects.filter(({ Properties }) => String(Properties['name']).startsWith('TEAM-'));
    const members = teams.flatMap(({ Members }) => (Members as Member[]).map((member) => member.ObjectIdentifier));
    const persons = Array.from({ length: accounts.persons }, (_, person) => estate.plan.userSid(person));
    expect(members.toSorted()).toEqual(persons.toSorted());
  });
});
