import type { AlertRuleDto } from '../../api/schema.js';
import { counted } from '../../base/format.js';

type Occasion = AlertRuleDto['occasion'];

interface OccasionText {
  /** In a list of occasions. */
  readonly label: string;
  /** Of a rule, after “When”. */
  readonly when: (rule: AlertRuleDto) => string;
}

const failed = (what: string) => ({ label: `${what} fails`, when: () => `${what.toLowerCase()} fails` });

/** Each occasion in words. */
export const occasions: Readonly<Record<Occasion, OccasionText>> = {
  'way.new': {
    label: 'Accounts get a new way into tier zero',
    when: ({ condition: { least_accounts: least = 1 }, tag }) =>
      `${least === 1 ? 'an account gets' : `at least ${least} accounts get`} a new way into ${tagOf(tag)}`,
  },
  'tier_zero.changed': {
    label: 'Members of tier zero come or go',
    when: ({ condition: { kinds }, tag }) => `${kinds ? listed(kinds) : 'members'} of ${tagOf(tag)} come or go`,
  },
  'exposure.above': {
    label: 'The exposure rises above a bound',
    when: ({ condition: { percent }, tag }) => `more than ${percent} % of the accounts reach ${tagOf(tag)}`,
  },
  'exposure.below': {
    label: 'The exposure falls below a bound',
    when: ({ condition: { percent }, tag }) => `less than ${percent} % of the accounts reach ${tagOf(tag)}`,
  },
  'finding.new': { label: 'A finding is new', when: (rule) => `${findings(rule)} is new` },
  'finding.returned': { label: 'A finding has returned', when: (rule) => `${findings(rule)} has returned` },
  'account.administrator_added': {
    label: 'An account becomes an administrator of this service',
    when: () => 'an account becomes an administrator of this service',
  },
  'token.created_for_administrator': {
    label: 'An administrator gets an API token',
    when: () => 'an administrator gets an API token',
  },
  'login.failures': { label: 'Many logins fail', when: () => 'many logins fail within a minute' },
  'plan.step_done': { label: 'A step of a kept plan is done', when: (rule) => `a step of ${planOf(rule)} is done` },
  'plan.step_returned': {
    label: 'A step of a kept plan has returned',
    when: (rule) => `a step of ${planOf(rule)} has returned`,
  },
  'analysis.failed': failed('An analysis'),
  'upload.failed': failed('An upload'),
  'job.failed': failed('A job'),
  'collector.silent': {
    label: 'A client or the data of an environment are silent',
    when: ({ condition: { of, hours = 0 } }) =>
      of === 'clients'
        ? `a client is silent for ${counted(hours, 'hour')}`
        : `no data are collected for ${counted(hours, 'hour')}`,
  },
};

const paces: Readonly<Record<AlertRuleDto['every'], (rule: AlertRuleDto) => string>> = {
  immediately: () => 'at once',
  hour: () => 'once an hour',
  day: ({ time_zone: zone }) => `each day at 07:00 (${zone})`,
};

/** A rule as a sentence. @param nameOf names channels and environments */
export function ruleSentence(rule: AlertRuleDto, nameOf: (id: string) => string): string {
  const { occasion, environment, channels, include_names: hasNames } = rule;
  const where = environment === null ? '' : ` in ${nameOf(environment)}`;
  const names = hasNames ? '' : ', without names';
  const to = channels.length > 0 ? listed(channels.map(nameOf)) : 'nobody';
  return `When ${occasions[occasion].when(rule)}${where}, tell ${to} ${paces[rule.every](rule)}${names}.`;
}

function findings({ condition: { types, least_severity: least } }: AlertRuleDto): string {
  const what = types ? `a finding of ${listed(types)}` : 'a finding';
  return least === undefined || least === 'low' ? what : `${what} (${least} or worse)`;
}

function tagOf(tag: number | null): string {
  return tag === 1 || tag === null ? 'tier zero' : `tag ${tag}`;
}

function planOf({ condition: { plan } }: AlertRuleDto): string {
  return plan === undefined ? 'a kept plan' : `the kept plan ${plan}`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
