import type { Estate } from '../generator/estate.js';
import { type CollectionOptions, noCollectionOptions } from '../../src/modules/enterprise/scope/collection-scope.js';

export type ClientKey = 'headquarters' | 'branches' | 'cloud';

/** A collection client of the company. */
export interface DemoClient {
  readonly key: ClientKey;
  readonly name: string;
  readonly type: 'directory' | 'cloud';
  /** Full name of its domain controller; empty for cloud clients. */
  readonly domainController: string;
  readonly hostname: string;
  readonly ipAddress: string;
  readonly version: string;
  readonly lastCheckin: Date;
}

/** Clients of the demo: two for the domain, one for the tenant. Addresses are from the block for documentation (RFC 5737). */
export function demoClients(estate: Estate): readonly DemoClient[] {
  const { plan, directory } = estate;
  const controller = (ordinal: number) =>
    `${directory.machines.domainController(ordinal).host}.${plan.domain.name}`.toLowerCase();
  const client = (key: ClientKey, name: string, ordinal: number, type: DemoClient['type']): DemoClient => ({
    key,
    name,
    type,
    domainController: type === 'directory' ? controller(ordinal) : '',
    hostname: `collector-${ordinal + 1}.${plan.domain.name}`.toLowerCase(),
    ipAddress: `192.0.2.${10 + ordinal}`,
    version: type === 'directory' ? '2.5.9' : '2.2.1',
    lastCheckin: new Date(plan.now.getTime() - (ordinal + 1) * 45_000),
  });
  return [
    client('headquarters', 'Headquarters', 0, 'directory'),
    client('branches', 'Branch offices', 1, 'directory'),
    client('cloud', 'Cloud tenant', 2, 'cloud'),
  ];
}

export type EventKey = 'nightly' | 'sessions' | 'certificates' | 'tier-zero' | 'servers' | 'tenant';

/** A recurrence schedule of collection work. */
export interface DemoEvent {
  readonly key: EventKey;
  readonly client: ClientKey;
  readonly title: string;
  /** RFC 5545: a DTSTART line, then an RRULE line. */
  readonly rrule: string;
  readonly options: CollectionOptions;
  /** Object ids of organisational units; at most one of these, `domains` and all trusted domains is given. */
  readonly ous: readonly string[];
  /** Object ids of domains or of the tenant. */
  readonly domains: readonly string[];
}

/** Schedules start on the first of January of the year before `now`. */
const rule = (year: number, zone: string, time: string, recurrence: string) =>
  `DTSTART${zone === 'UTC' ? '' : `;TZID=${zone}`}:${year}0101T${time}${zone === 'UTC' ? 'Z' : ''}\nRRULE:${recurrence}`;

/** The schedules of the demo, in three time zones. */
export function demoEvents(estate: Estate): readonly DemoEvent[] {
  const { plan, directory } = estate;
  const year = plan.now.getUTCFullYear() - 1;
  const domains = [plan.domain.sid];
  const unit = (path: string) => directory.units.get(path).id;
  const structure = { ...noCollectionOptions, adStructureCollection: true };
  return [
    {
      key: 'nightly',
      client: 'headquarters',
      title: 'Everything, every night',
      rrule: rule(year, 'Europe/Oslo', '023000', 'FREQ=DAILY'),
      options: { ...structure, sessionCollection: true, localGroupCollection: true, allTrustedDomains: true },
      ous: [],
      domains: [],
    },
    {
      key: 'sessions',
      client: 'branches',
      title: 'Sessions during the working day',
      rrule: rule(year, 'Europe/Oslo', '080000', 'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=8,12,16'),
      options: { ...noCollectionOptions, sessionCollection: true },
      ous: directory.places.sites.map(({ code }) => unit(`${plan.domain.netbios}/${code}/WORKSTATIONS`)),
      domains: [],
    },
    {
      key: 'certificates',
      client: 'headquarters',
      title: 'Certificate services, Sundays',
      rrule: rule(year, 'Europe/Oslo', '043000', 'FREQ=WEEKLY;BYDAY=SU'),
      options: { ...structure, certServicesCollection: true, caRegistryCollection: true, dcRegistryCollection: true },
      ous: [],
      domains,
    },
    {
      key: 'tier-zero',
      client: 'headquarters',
      title: 'Tier zero, first Saturday of the month',
      rrule: rule(year, 'America/New_York', '210000', 'FREQ=MONTHLY;BYDAY=1SA'),
      options: { ...structure, localGroupCollection: true, dcRegistryCollection: true },
      ous: [unit('TIER0'), unit('DOMAIN CONTROLLERS')],
      domains: [],
    },
    {
      key: 'servers',
      client: 'branches',
      title: 'Local groups of the servers',
      rrule: rule(year, 'Europe/Oslo', '011500', 'FREQ=DAILY;INTERVAL=2'),
      options: { ...noCollectionOptions, localGroupCollection: true },
      ous: [unit('SERVERS')],
      domains: [],
    },
    {
      key: 'tenant',
      client: 'cloud',
      title: 'Cloud tenant, twice a day',
      rrule: rule(year, 'UTC', '060000', 'FREQ=HOURLY;INTERVAL=12'),
      options: structure,
      ous: [],
      domains: [estate.tenantAt(0).id],
    },
  ];
}
