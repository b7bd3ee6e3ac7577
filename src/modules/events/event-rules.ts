import type { CollectionOptions } from '../../collection/collection-scope.js';
import type { Fault } from '../../common/errors.js';
import { InvalidInputError } from '../../common/errors.js';
import type { EventPlan, ScheduledPlan } from './event.js';
import { Recurrence, RecurrenceError } from './recurrence.js';

const options = {
  session_collection: 'sessionCollection',
  local_group_collection: 'localGroupCollection',
  ad_structure_collection: 'adStructureCollection',
  cert_services_collection: 'certServicesCollection',
  ca_registry_collection: 'caRegistryCollection',
  dc_registry_collection: 'dcRegistryCollection',
} as const satisfies Readonly<Record<string, keyof CollectionOptions>>;

/**
 * Checks what a plan says and when it first comes to pass after `now`.
 * @throws InvalidInputError that names every fault
 */
export function schedule(plan: EventPlan, now: Date): ScheduledPlan {
  const faults = [...optionFaults(plan), ...scopeFaults(plan)];
  const nextScheduledAt = firstTime(plan.rrule, now, faults);
  if (faults.length > 0 || !nextScheduledAt) throw new InvalidInputError(faults);
  return { ...plan, ous: plan.ous.map(objectId), domains: plan.domains.map(objectId), nextScheduledAt };
}

/** As the graph keeps it. */
function objectId(given: string): string {
  return given.toUpperCase();
}

function optionFaults(plan: EventPlan): Fault[] {
  if (Object.values(options).some((option) => plan[option])) return [];
  const names = Object.keys(options).join(', ');
  return [{ context: 'body', message: `there is nothing to collect; at least one of ${names} must be true` }];
}

function scopeFaults({ ous, domains, allTrustedDomains }: EventPlan): Fault[] {
  const given = [
    ...(ous.length > 0 ? ['ous'] : []),
    ...(domains.length > 0 ? ['domains'] : []),
    ...(allTrustedDomains ? ['all_trusted_domains'] : []),
  ];
  if (given.length <= 1) return [];
  const message = 'only one of ous, domains and all_trusted_domains may be given; none takes the domain of the client';
  return given.map((name) => ({ context: `body.${name}`, message }));
}

function firstTime(rrule: string, now: Date, faults: Fault[]): Date | null {
  try {
    const recurrence = Recurrence.parse(rrule);
    recurrence.requireUsable();
    const next = recurrence.nextAfter(now);
    if (!next) faults.push({ context: 'body.rrule', message: `has no occurrence after ${now.toISOString()}` });
    return next;
  } catch (error) {
    if (!(error instanceof RecurrenceError)) throw error;
    faults.push({ context: 'body.rrule', message: error.message });
    return null;
  }
}
