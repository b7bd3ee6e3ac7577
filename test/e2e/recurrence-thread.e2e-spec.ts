import { afterAll, describe, expect, it } from '@jest/globals';
import { Recurrences } from '../../src/base/recurrence/recurrences.js';

const after = new Date('2026-11-22T12:00:00Z');
const daily = 'DTSTART;TZID=Europe/Berlin:20260101T020000\nRRULE:FREQ=DAILY';
/** Takes at least a tenth of a second, because the library counts from DTSTART. */
const counted = 'DTSTART;TZID=Europe/Berlin:20060101T020000\nRRULE:FREQ=DAILY;BYHOUR=2,5;COUNT=2000';

describe('the thread that evaluates rules', () => {
  const recurrences = new Recurrences();

  afterAll(() => recurrences.onApplicationShutdown());

  it('does not block the event loop', async () => {
    expect(await recurrences.firstAfter(daily, after)).toEqual(new Date('2026-11-23T01:00:00Z'));
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1).unref();
    expect(await recurrences.firstAfter(counted, after)).toBeNull();
    clearInterval(counting);
    expect(turns).toBeGreaterThan(0);
  });

  it('returns the fault of a rule', async () => {
    await expect(recurrences.firstAfter(daily.replace('DAILY', 'OFTEN'), after)).rejects.toThrow('FREQ takes one of');
  });

  it('is stopped if an evaluation takes too long, and replaced for the next', async () => {
    Object.assign(recurrences, { limitMs: 1 });
    const late = recurrences.firstAfter(counted, after);
    await expect(late).rejects.toThrow('takes more than 1 ms to evaluate; write a simpler rule, or a smaller COUNT');
    Object.assign(recurrences, { limitMs: 60_000 });
    expect(await recurrences.nextAfter(daily, after)).toEqual(new Date('2026-11-23T01:00:00Z'));
  });
});
