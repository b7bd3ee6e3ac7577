import { describe, expect, it } from '@jest/globals';
import { InvalidInputError } from '../../../base/errors.js';
import { schedule } from './event.js';
import { eventPlan } from './event.fixture.js';
import type { EventPlan } from './event.dto.js';
import { answerTo, RecurrenceError, type RecurrenceQuestion } from '../../../base/recurrence/recurrence.js';

/** As the thread evaluates them, which needs a build. */
async function evaluated(question: RecurrenceQuestion): Promise<Date | null> {
  const answer = answerTo(question);
  if ('fault' in answer) throw new RecurrenceError(answer.fault);
  return answer.next;
}

const recurrences = {
  firstAfter: (rrule: string, after: Date) => evaluated({ rrule, after, isNew: true }),
  nextAfter: (rrule: string, after: Date) => evaluated({ rrule, after, isNew: false }),
};
const now = new Date('2026-03-28T12:00:00Z');

const asTheyAre = (plan: EventPlan) => Promise.resolve(plan);

const noOccurrence = 'has no occurrence after 2026-03-28T12:00:00.000Z up to the end of the year 9999';

function yearly(interval: number): Partial<EventPlan> {
  return { rrule: `DTSTART:20260101T000000Z\nRRULE:FREQ=YEARLY;INTERVAL=${interval}` };
}

async function faultsOf(changes: Partial<EventPlan>): Promise<unknown> {
  try {
    await schedule(eventPlan(changes), now, recurrences, asTheyAre);
  } catch (error) {
    if (error instanceof InvalidInputError) return error.faults;
    throw error;
  }
  return [];
}

describe('the plan of an event', () => {
  it('is scheduled for its first time from now on', async () => {
    const plan = eventPlan({ ous: ['OU-1A'] });
    expect(await schedule(plan, now, recurrences, asTheyAre)).toEqual({
      ...plan,
      nextScheduledAt: new Date('2026-03-30T00:00:00Z'),
    });
    const early = await schedule(eventPlan(), new Date('2026-03-28T00:00:00Z'), recurrences, asTheyAre);
    expect(early.nextScheduledAt).toEqual(new Date('2026-03-28T01:00:00Z'));
  });

  it('is refused with the faults of its rule, its options and its objects together', async () => {
    const unknown = InvalidInputError.at('reference.not_found', 'body.domains.0', 'is not in the graph');
    const plan = eventPlan({ rrule: 'often', adStructureCollection: false, domains: ['NONE'] });
    const refused = schedule(plan, now, recurrences, () => Promise.reject(unknown));
    await expect(refused).rejects.toMatchObject({
      faults: [
        { code: 'body.missing_property', context: 'body' },
        { code: 'schedule.invalid_rule', context: 'body.rrule' },
        { code: 'reference.not_found', context: 'body.domains.0' },
      ],
    });
  });

  it.each<Partial<EventPlan>>([
    {},
    { ous: ['OU-1', 'OU-2'] },
    { domains: ['S-1-5-21-1'] },
    { allTrustedDomains: true },
    { adStructureCollection: false, dcRegistryCollection: true },
  ])('may have the scope and the options %j', async (changes) => {
    expect(await faultsOf(changes)).toEqual([]);
  });

  it('has one scope only', async () => {
    const message =
      'only one of ous, domains and all_trusted_domains may be given; none takes the domain of the client';
    expect(await faultsOf({ ous: ['OU-1'], domains: ['D-1'] })).toEqual([
      { code: 'body.conflicting_properties', context: 'body.ous', message },
      { code: 'body.conflicting_properties', context: 'body.domains', message },
    ]);
    expect(await faultsOf({ domains: ['D-1'], allTrustedDomains: true })).toEqual([
      { code: 'body.conflicting_properties', context: 'body.domains', message },
      { code: 'body.conflicting_properties', context: 'body.all_trusted_domains', message },
    ]);
    expect(await faultsOf({ ous: ['OU-1'], domains: ['D-1'], allTrustedDomains: true })).toHaveLength(3);
  });

  it('collects something, and has a rule that still occurs; every fault is named', async () => {
    const until = 'DTSTART:20260101T020000Z\nRRULE:FREQ=DAILY;UNTIL=20260301T000000Z';
    expect(await faultsOf({ adStructureCollection: false, rrule: until })).toEqual([
      {
        code: 'body.missing_property',
        context: 'body',
        message:
          'there is nothing to collect; at least one of session_collection, local_group_collection, ad_structure_collection, cert_services_collection, ca_registry_collection, dc_registry_collection must be true',
      },
      { code: 'schedule.invalid_rule', context: 'body.rrule', message: noOccurrence },
    ]);
    expect(await faultsOf({ rrule: 'DTSTART:20260101T020000Z\nRRULE:FREQ=MINUTELY' })).toEqual([
      {
        code: 'schedule.invalid_rule',
        context: 'body.rrule',
        message: 'occurs 60 s apart; at least 300 s must lie between',
      },
    ]);
  });

  it('is rejected if its next time is after the year 9999', async () => {
    expect(await faultsOf(yearly(9999))).toEqual([
      { code: 'schedule.invalid_rule', context: 'body.rrule', message: noOccurrence },
    ]);
    expect(await faultsOf(yearly(7974))).toEqual([
      { code: 'schedule.invalid_rule', context: 'body.rrule', message: noOccurrence },
    ]);
    expect(await faultsOf(yearly(7973))).toEqual([]);
  });
});
