import { describe, expect, it } from '@jest/globals';
import { Estate } from '../estate.js';
import { directoryFiles, parsed, stringsAt, type ClassicFile, type CollectorObject } from '../estate-files.fixture.js';
import { ESTATE_PRESETS } from '../sizes.js';
import { countsOf } from './sharphound-payloads.js';

const estate = new Estate({ seed: 'one', now: new Date('2026-06-01T12:00:00Z'), sizes: ESTATE_PRESETS.small });
const files = directoryFiles(estate);
const { domain, trusted } = estate.plan;

const GUID = /^[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/u;
const PRINCIPAL = new RegExp(`^(${domain.sid}-\\d+|${domain.name}-S-1-\\d+-\\d+(-\\d+)?)$`, 'u');

const DOMAIN = /^S-1-5-21-\d{9,10}-\d{9,10}-\d{9,10}$/u;

function shapeOf(type: string): RegExp {
  if (['users', 'groups', 'computers'].includes(type)) return PRINCIPAL;
  return type === 'domains' ? DOMAIN : GUID;
}

const sizeOf = (type: string) => files.get(type)?.length;

const REFERENCES = new Set([
  'ObjectIdentifier',
  'PrincipalSID',
  'ComputerSID',
  'UserSID',
  'GUID',
  'PrimaryGroupSID',
  'HostingComputer',
  'DomainSID',
  'TargetDomainSid',
]);

describe('the SharpHound files', () => {
  it('contain exactly the objects of the sizes', () => {
    const counts = Object.fromEntries([...files].map(([type, objects]) => [type, objects.length]));
    expect(counts).toEqual({
      users: 123,
      groups: 89,
      computers: 60,
      domains: 1,
      ous: 21,
      containers: 15,
      gpos: 14,
      aiacas: 1,
      rootcas: 1,
      enterprisecas: 1,
      ntauthstores: 1,
      certtemplates: 7,
      issuancepolicies: 2,
      sessions: expect.any(Number),
    });
  });

  it('contain as many objects as countsOf returns', () => {
    expect(countsOf(estate.directory)).toEqual({
      users: sizeOf('users'),
      groups: sizeOf('groups'),
      computers: sizeOf('computers'),
      ous: sizeOf('ous'),
      containers: sizeOf('containers'),
      gpos: sizeOf('gpos'),
      certTemplates: sizeOf('certtemplates'),
    });
  });

  it('end with a meta that names type, version, methods and the number of items', () => {
    for (const payload of estate.directoryRun()) {
      const file = parsed(payload) as ClassicFile<CollectorObject>;
      const type = payload.name.slice(payload.name.indexOf('_') + 1, -'.json'.length);
      expect(Object.keys(file)).toEqual(['data', 'meta']);
      expect(file.meta).toEqual({ methods: 521_215, type, version: 6, count: file.data.length });
    }
  });

  it('contain one identifier of the right shape for every object', () => {
    const ids = [...files].flatMap(([type, objects]) =>
      type === 'sessions'
        ? []
        : objects.map(({ ObjectIdentifier }) => ({ id: ObjectIdentifier, shape: shapeOf(type) })),
    );
    expect(ids.filter(({ id, shape }) => !shape.test(id))).toEqual([]);
    expect(new Set(ids.map(({ id }) => id)).size).toBe(ids.length);
  });

  it('contain an upper-case name and a unique distinguished name for every object', () => {
    const described = [...files].flatMap(([type, objects]) => (type === 'sessions' ? [] : objects));
    const names = described.map(({ Properties }) => String(Properties['name']));
    expect(names.filter((name) => name !== name.toUpperCase())).toEqual([]);
    const places = described.flatMap(({ Properties }) => (Properties['distinguishedname'] as string | undefined) ?? []);
    expect(new Set(places.map((place) => place.toUpperCase())).size).toBe(places.length);
  });

  it('contain no two principals of the same name', () => {
    const names = ['users', 'groups', 'computers'].flatMap((type) =>
      (files.get(type) ?? []).map(({ Properties }) => Properties['name']),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it('refer only to objects that they describe, to local groups, or to the trusted domain and the Builtin container', () => {
    const known = new Set<string>(['S-1-5-32', trusted.sid, `${trusted.sid}-1187`, `${trusted.sid}-2201`]);
    for (const objects of files.values()) for (const { ObjectIdentifier } of objects) known.add(ObjectIdentifier);
    for (const { ObjectIdentifier } of files.get('computers') ?? []) {
      for (const rid of [500, 544, 555, 562, 580]) known.add(`${ObjectIdentifier}-${rid}`);
    }
    const unknown = [...files].flatMap(([type, objects]) =>
      [...stringsAt(objects, REFERENCES, type)].filter(([, id]) => !known.has(id)),
    );
    expect(unknown).toEqual([]);
  });

  it('contain principals of a foreign domain', () => {
    const foreign = new Set(
      [...stringsAt(files.get('groups'), REFERENCES)].map(([, id]) => id).filter((id) => id.startsWith(trusted.sid)),
    );
    expect([...foreign].toSorted()).toEqual([`${trusted.sid}-1187`, `${trusted.sid}-2201`]);
  });

  it('name local groups, but of domain controllers IGNOREME with identifiers of the domain', () => {
    for (const computer of files.get('computers') ?? []) {
      const groups = computer['LocalGroups'] as { Name: string; ObjectIdentifier: string }[];
      const name = computer.Properties['name'] as string;
      const isController = computer['IsDC'] === true;
      expect(groups.map((group) => group.Name)).toEqual(
        isController
          ? ['IGNOREME', 'IGNOREME', 'IGNOREME', 'IGNOREME']
          : [
              `ADMINISTRATORS@${name}`,
              `REMOTE DESKTOP USERS@${name}`,
              `DISTRIBUTED COM USERS@${name}`,
              `REMOTE MANAGEMENT USERS@${name}`,
            ],
      );
      const prefix = isController ? `${domain.name}-S-1-5-32` : computer.ObjectIdentifier;
      const ids = [544, 555, 562, 580].map((rid) => `${prefix}-${rid}`);
      expect(groups.map((group) => group.ObjectIdentifier)).toEqual(ids);
    }
  });

  it('have every kind of relation that a real collection has', () => {
    const rights = new Set([...stringsAt([...files.values()], new Set(['RightName']))].map(([, right]) => right));
    const expected = ['Owns', 'GenericAll', 'WriteDacl', 'AddMember', 'ForceChangePassword', 'Enroll', 'ManageCA'];
    expect(expected.filter((right) => !rights.has(right))).toEqual([]);
    const users = files.get('users') ?? [];
    expect(users.some(({ SPNTargets }) => (SPNTargets as unknown[]).length > 0)).toBe(true);
    expect(users.some(({ AllowedToDelegate }) => (AllowedToDelegate as unknown[]).length > 0)).toBe(true);
    const computers = files.get('computers') ?? [];
    expect(computers.some(({ AllowedToAct }) => (AllowedToAct as unknown[]).length > 0)).toBe(true);
    expect(computers.some(({ UserRights }) => (UserRights as unknown[]).length > 0)).toBe(true);
    expect(files.get('sessions')?.length).toBeGreaterThan(0);
  });

  it('date everything before the time of the estate', () => {
    const limit = estate.plan.nowSeconds;
    for (const { Properties } of [...(files.get('users') ?? []), ...(files.get('computers') ?? [])]) {
      for (const key of ['whencreated', 'lastlogon', 'lastlogontimestamp', 'pwdlastset']) {
        expect(Properties[key]).toBeLessThan(limit);
      }
    }
  });
});
