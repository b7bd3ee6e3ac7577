import { describe, expect, it } from '@jest/globals';
import { AdminRightsReference } from '../admin-rights.fixture.js';
import { directoryFiles } from '../estate-files.fixture.js';
import { Estate } from '../estate.js';
import { benchmarkSizes } from '../sizes.js';

const USERS = 5_000;
const estate = new Estate({ seed: 'one', now: new Date('2026-06-01T12:00:00Z'), sizes: benchmarkSizes(USERS) });
const { accounts, groups } = estate.directory;
const { nested } = groups;
const files = directoryFiles(estate);
const ordinals = Array.from({ length: nested.count }, (_, ordinal) => ordinal);
const membersOf = new Map(ordinals.map((ordinal) => [ordinal, [...nested.membersOf(ordinal)]]));

describe('the nested groups of an estate for benchmarks', () => {
  it('are on eleven levels, each a third smaller than the level below', () => {
    const sizes = Array.from(
      { length: 11 },
      (_, level) => ordinals.filter((it) => nested.levelOf(it) === level).length,
    );
    expect(nested.count).toBe(400);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(400);
    expect(sizes.slice(0, 4)).toEqual([134, 89, 59, 39]);
    expect(sizes.at(-1)).toBeGreaterThan(0);
  });

  it('contain persons on the lowest level, and groups of the level below on the others', () => {
    const [lowest, others] = [
      ordinals.filter((it) => nested.levelOf(it) === 0),
      ordinals.filter((it) => nested.levelOf(it) > 0),
    ].map((level) => level.map((it) => new Set(membersOf.get(it)!.map(({ ObjectType }) => ObjectType))));
    expect(lowest!.filter((kinds) => !kinds.has('User'))).toEqual([]);
    expect(new Set(others!.flatMap((kinds) => [...kinds]))).toEqual(new Set(['Group']));
  });

  it('contain no member twice, and only objects of the collection', () => {
    const known = new Set([...files.values()].flat().map(({ ObjectIdentifier }) => ObjectIdentifier));
    for (const members of membersOf.values()) {
      const sids = members.map(({ ObjectIdentifier }) => ObjectIdentifier);
      expect(new Set(sids).size).toBe(sids.length);
      expect(sids.filter((sid) => !known.has(sid))).toEqual([]);
    }
  });

  it('give a person ten memberships on average, and a few persons many more', () => {
    const counts = new Map<string, number>();
    for (const { ObjectIdentifier, ObjectType } of [...membersOf.values()].flat())
      if (ObjectType === 'User') counts.set(ObjectIdentifier, (counts.get(ObjectIdentifier) ?? 0) + 1);
    const sorted = [...counts.values()].toSorted((a, b) => b - a);
    const mean = sorted.reduce((sum, count) => sum + count, 0) / accounts.persons;
    expect(mean).toBeGreaterThan(7);
    expect(mean).toBeLessThan(12);
    expect(sorted[0]).toBeGreaterThan(5 * mean);
    expect(sorted[0]).toBeLessThan(200);
  });

  it('give typical persons rights over some computers, and a few persons rights over most', () => {
    const rights = new AdminRightsReference(files);
    const elsewhere = Array.from({ length: 400 }, (_, index) => index).filter(
      (index) => accounts.get(index).department !== 0,
    );
    const sizes = elsewhere.map((index) => rights.of(estate.plan.userSid(index)).length).toSorted((a, b) => a - b);
    expect(sizes[Math.floor(sizes.length / 2)]).toBeGreaterThan(100);
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(1_000);
    expect(sizes.at(-1)).toBeGreaterThan(1_000);
    expect(rights.of(accounts.sid('domain-admin', 0)).length).toBe(USERS / 2);
  });
});

describe('the access control entries of an estate for benchmarks', () => {
  it('are an owner and one more for an ordinary group, of groups that exist', () => {
    const ids = new Set(files.get('groups')!.map(({ ObjectIdentifier }) => ObjectIdentifier));
    const access = files.get('groups')!.filter(({ Properties }) => String(Properties['name']).startsWith('TEAM-'));
    for (const { Aces } of access) {
      const aces = Aces as { PrincipalSID: string; RightName: string }[];
      expect(aces.slice(0, 2).map(({ RightName }) => RightName)).toEqual(['Owns', 'GenericAll']);
      expect(aces.slice(0, 2).filter(({ PrincipalSID }) => !ids.has(PrincipalSID))).toEqual([]);
    }
  });
});
