import type { Directory } from '../directory/directory.js';
import { WELL_KNOWN_USERS } from '../directory/well-known.js';
import { type ClassicPayload, classicPayload } from '../payload.js';
import { AuthorityRecords } from './authority-records.js';
import { ComputerRecords } from './computer-records.js';
import { GroupRecords } from './group-records.js';
import { SessionRecords } from './session-records.js';
import { StructureRecords } from './structure-records.js';
import { TemplateRecords, TEMPLATES } from './template-records.js';
import { UserRecords } from './user-records.js';

/** Every collection method of SharpHound up to the certificate services, as a bit mask. */
const METHODS = 521_215;
const VERSION = 6;

/** One collection of the domain as SharpHound v6 writes it: a file per type, named after the time of collection. */
export function sharpHoundPayloads(directory: Directory): readonly ClassicPayload[] {
  const stamp = directory.plan.now.toISOString().slice(0, 19).replaceAll(/[-:T]/gu, '');
  return Object.entries(itemsByType(directory)).map(([type, items]) =>
    classicPayload(`${stamp}_${type}.json`, { methods: METHODS, type, version: VERSION }, items),
  );
}

function itemsByType(directory: Directory): Readonly<Record<string, () => Iterable<object>>> {
  const structure = new StructureRecords(directory);
  const authorities = new AuthorityRecords(directory);
  const templates = new TemplateRecords(directory);
  return {
    users: () => new UserRecords(directory).all(),
    groups: () => new GroupRecords(directory).all(),
    computers: () => new ComputerRecords(directory).all(),
    domains: () => structure.domains(),
    ous: () => structure.units(),
    containers: () => structure.containers(),
    gpos: () => structure.policies(),
    aiacas: () => authorities.issuers(),
    rootcas: () => authorities.roots(),
    enterprisecas: () => authorities.enterprise(),
    ntauthstores: () => authorities.stores(),
    certtemplates: () => templates.templates(),
    issuancepolicies: () => templates.policies(),
    sessions: () => new SessionRecords(directory).all(),
  };
}

/** Number of objects of each kind in a collection of the domain. */
export interface DirectoryCounts {
  readonly users: number;
  readonly groups: number;
  readonly computers: number;
  readonly ous: number;
  readonly containers: number;
  readonly gpos: number;
  readonly certTemplates: number;
}

const lengthOf = (items: Iterable<unknown>): number => {
  let count = 0;
  for (const _ of items) count++;
  return count;
};

export function countsOf({ plan, wellKnown, units, containers, policies }: Directory): DirectoryCounts {
  return {
    users: plan.sizes.users + WELL_KNOWN_USERS.length,
    groups: plan.sizes.groups + lengthOf(wellKnown.all()),
    computers: plan.sizes.computers,
    ous: lengthOf(units.all()),
    containers: lengthOf(containers.all()),
    gpos: policies.all().length,
    certTemplates: TEMPLATES.length,
  };
}
