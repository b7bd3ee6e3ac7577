import { type JsonOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';

/** Of the nodes of a group. */
export const domainOfGroup = memory.optionalText({
  example: 'BIRCH.LOCAL',
  description: 'Name of their domain or tenant; the object id if the graph does not have the name.',
});
export const environmentOfGroup = memory.optionalText({
  example: 'S-1-5-21-3130019616-2776909439-2417379446',
  description: 'Object id of their domain or tenant.',
});

const counts = {
  accounts: memory.count(
    'Enabled accounts, without the ends. An account counts as enabled unless it is known to be disabled.',
  ),
  reaching: memory.count('Accounts that reach an end, in the view if there is one.'),
  share: memory.share('`reaching` as a share of `accounts`.'),
  unknown_enabled: memory.count('Accounts in `reaching` that are not known to be enabled.'),
  before: memory.absent(
    memory.count('With a view that excludes something: accounts that reach an end in the whole graph.'),
  ),
  after: memory.absent(memory.count('With such a view: the same as `reaching`.')),
  lost: memory.absent(
    memory.count('With such a view: accounts that reach an end in the whole graph, and none in the view.'),
  ),
};

const exposureGroupShape = shape('ExposureGroupDto', {
  ...counts,
  kind: memory.text({ example: 'User', description: 'Primary kind of the accounts.' }),
  domain: domainOfGroup,
  environment_id: environmentOfGroup,
});

export const exposureShape = shape('ExposureDto', {
  ...counts,
  groups: memory.array(
    exposureGroupShape,
    'By kind and environment, those with the most accounts that reach an end first.',
  ),
});
export type ExposureDto = JsonOf<typeof exposureShape.fields>;

interface Group {
  readonly accounts: number;
  readonly reaching: number;
  readonly unknown: number;
  readonly before: number;
}

/** @param hasView whether the view excludes something */
export function toCountsDto(groups: readonly Group[], hasView: boolean): JsonOf<typeof counts> {
  const sum = (name: keyof Group) => groups.reduce((total, group) => total + group[name], 0);
  const [accounts, reaching, before] = [sum('accounts'), sum('reaching'), sum('before')];
  return {
    accounts,
    reaching,
    share: accounts === 0 ? 0 : reaching / accounts,
    unknown_enabled: sum('unknown'),
    ...(hasView && { before, after: reaching, lost: before - reaching }),
  };
}
