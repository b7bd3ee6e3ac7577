import { type CollectionOptions, noCollectionOptions } from '../../src/modules/enterprise/scope/collection-scope.js';
import type { Estate } from '../generator/estate.js';
import type { ClientKey } from './collection-clients.js';

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

/** Schedules begin at the first midnight of the year in which the demo's time lies. */
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
