import { describe, expect, it } from '@jest/globals';
import type { AlertRuleDto } from '../../api/schema.js';
import { ruleSentence } from './rule-sentence.js';

const rule: AlertRuleDto = {
  id: 1,
  created_at: '',
  updated_at: '',
  name: 'ways',
  occasion: 'way.new',
  condition: {},
  channels: ['a'],
  every: 'immediately',
  time_zone: 'UTC',
  last_alert: null,
  enabled: true,
  environment: null,
  tag: null,
  include_names: true,
  user_id: null,
  stopped: null,
};

const names: Readonly<Record<string, string>> = { a: 'operations', b: 'mail', S: 'BIRCH' };

describe('ruleSentence', () => {
  it.each<[Partial<AlertRuleDto>, string]>([
    [{}, 'When an account gets a new way into tier zero, tell operations at once.'],
    [
      { condition: { least_accounts: 3 }, environment: 'S', channels: ['a', 'b'], every: 'hour', include_names: false },
      'When at least 3 accounts get a new way into tier zero in BIRCH, tell operations and mail once an hour, without names.',
    ],
    [
      { occasion: 'exposure.above', condition: { percent: 40 }, every: 'day', time_zone: 'Europe/Berlin' },
      'When more than 40 % of the accounts reach tier zero, tell operations each day at 07:00 (Europe/Berlin).',
    ],
    [
      { occasion: 'tier_zero.changed', condition: { kinds: ['User', 'Group'] }, tag: 1, channels: [] },
      'When User and Group of tier zero come or go, tell nobody at once.',
    ],
    [
      { occasion: 'finding.new', condition: { types: ['T0DCSync'], least_severity: 'high' } },
      'When a finding of T0DCSync (high or worse) is new, tell operations at once.',
    ],
    [{ occasion: 'plan.step_done' }, 'When a step of a kept plan is done, tell operations at once.'],
    [
      { occasion: 'plan.step_returned', condition: { plan: 7 } },
      'When a step of the kept plan 7 has returned, tell operations at once.',
    ],
    [{ occasion: 'way.new', tag: 3 }, 'When an account gets a new way into tag 3, tell operations at once.'],
    [
      { occasion: 'exposure.below', condition: { percent: 5 }, tag: 1 },
      'When less than 5 % of the accounts reach tier zero, tell operations at once.',
    ],
    [{ occasion: 'upload.failed' }, 'When an upload fails, tell operations at once.'],
    [{ occasion: 'job.failed' }, 'When a job fails, tell operations at once.'],
    [
      { occasion: 'collector.silent', condition: { of: 'clients', hours: 1 } },
      'When a client is silent for 1 hour, tell operations at once.',
    ],
    [
      { occasion: 'collector.silent', condition: { of: 'data', hours: 168 }, environment: 'S' },
      'When no data are collected for 168 hours in BIRCH, tell operations at once.',
    ],
  ])('%j', (changes, sentence) => {
    expect(ruleSentence({ ...rule, ...changes }, (id) => names[id] ?? id)).toBe(sentence);
  });
});
