import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AdminRightsReference } from './admin-rights.fixture.js';
import { Estate } from './estate.js';
import { directoryFiles } from './estate-files.fixture.js';
import { ESTATE_PRESETS } from './sizes.js';

const rightsOf = (seed: string) => {
  const estate = new Estate({ seed, now: new Date('2026-06-01T12:00:00Z'), sizes: ESTATE_PRESETS.small });
  const reference = new AdminRightsReference(directoryFiles(estate));
  const { domainAdmin, nestedDomainAdmin, workstationOwner, withoutRights } = estate.personas;
  return [domainAdmin, nestedDomainAdmin, workstationOwner, withoutRights].map(
    ({ objectId }) => reference.of(objectId).length,
  );
};

describe('the personas', () => {
  it('have the rights of their stories for any seed', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => expect(rightsOf(seed)).toEqual([60, 60, 1, 0])),
      { numRuns: 25 },
    );
  });
});

describe('admin rights in the demo estate', () => {
  const estate = new Estate({ seed: 'one', now: new Date('2026-06-01T12:00:00Z'), sizes: ESTATE_PRESETS.demo });
  const { personas, plan } = estate;
  const { machines, groups } = estate.directory;
  let reference: AdminRightsReference;
  let userIds: readonly string[];

  beforeAll(() => {
    const files = directoryFiles(estate);
    reference = new AdminRightsReference(files);
    userIds = (files.get('users') ?? []).map(({ ObjectIdentifier }) => ObjectIdentifier);
  });

  const sids = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => plan.computerSid(from + i)).toSorted();

  it('are over every computer for domain administrators, direct and nested', () => {
    const all = sids(0, 800);
    expect(reference.of(personas.domainAdmin.objectId)).toEqual(all);
    expect(reference.of(personas.nestedDomainAdmin.objectId)).toEqual(all);
    expect(reference.distance(personas.domainAdmin.objectId, plan.domainSid(512))).toBe(1);
    expect(reference.distance(personas.nestedDomainAdmin.objectId, plan.domainSid(512))).toBe(2);
  });

  it('are over every workstation for the helpdesk, through six groups', () => {
    const workstations = sids(machines.domainControllers + machines.servers, machines.workstations);
    expect(reference.of(personas.helpdesk.objectId)).toEqual(workstations);
    expect(reference.distance(personas.helpdesk.objectId, groups.sidOf('ADM-CLIENTS'))).toBe(6);
  });

  it('are over the servers of a department for its administrator', () => {
    const servers = Array.from({ length: machines.servers }, (_, ordinal) => machines.server(ordinal));
    const own = servers.filter(({ department }) => department === 2).map(({ sid }) => sid);
    expect(reference.of(personas.serverAdmin.objectId)).toEqual(expect.arrayContaining(own));
    expect(own.length).toBe(12);
  });

  it('are over the servers of the last department for a member of the cycle', () => {
    const servers = Array.from({ length: machines.servers }, (_, ordinal) => machines.server(ordinal));
    const own = servers.filter(({ department }) => department === 11).map(({ sid }) => sid);
    expect(reference.of(personas.projectMember.objectId)).toEqual(expect.arrayContaining(own));
  });

  it('are over one computer for the owner of a workstation and over none for others', () => {
    expect(reference.of(personas.workstationOwner.objectId).length).toBe(1);
    expect(reference.of(personas.withoutRights.objectId)).toEqual([]);
  });

  it('are over all computers for a few, over many for some and over few or none for most', () => {
    const sizes = userIds.map((sid) => reference.of(sid).length);
    const share = (test: (size: number) => boolean) => sizes.filter((size) => test(size)).length / sizes.length;
    expect(sizes.filter((size) => size === 800).length).toBe(6);
    expect(share((size) => size >= 80 && size < 800)).toBeGreaterThan(0.02);
    expect(share((size) => size >= 80 && size < 800)).toBeLessThan(0.05);
    expect(share((size) => size < 80)).toBeGreaterThan(0.94);
    expect(share((size) => size > 0 && size < 80)).toBeGreaterThan(0.03);
  });
});
