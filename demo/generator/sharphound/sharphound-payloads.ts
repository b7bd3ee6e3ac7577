import type { Directory } from '../directory/directory.js';
import { type ClassicPayload, classicPayload } from '../payload.js';
import { AuthorityRecords } from './authority-records.js';
import { ComputerRecords } from './computer-records.js';
import { GroupRecords } from './group-records.js';
import { SessionRecords } from './session-records.js';
import { StructureRecords } from './structure-records.js';
import { TemplateRecords } from './template-records.js';
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
