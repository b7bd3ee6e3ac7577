import { namesOf } from '../../base/values/names-of.js';
import { fixSorts } from '../../graph/kinds/descriptions/edge-fixes.js';
import { field, type JsonOf, listOf, shape } from '../../http/fields/fields.js';
import type { ListRequest } from '../../http/list/list-description.js';
import { founds, stepStates } from './found.js';
import type { PlanQuestion } from './kept-plan.js';

const stepsThat = (condition: string) =>
  `(SELECT count(*)::int FROM plan_step s WHERE s.plan_id = p.id AND ${condition})`;

/** The plan `p`. */
export const keptPlanShape = shape('KeptPlanDto', {
  id: field.int32('p.id', {}, 'sort', 'filter'),
  created_at: field.time('p.created_at', {}, 'sort', 'filter'),
  updated_at: field.time('p.updated_at', {}, 'sort', 'filter'),
  name: field.text('p.name', { example: 'Autumn' }, 'sort', 'filter'),
  user_id: field.optionalUuid('p.account_id', 'The account that keeps it; null if it is deleted.', 'sort', 'filter'),
  question: field.json<PlanQuestion>({
    type: 'object',
    additionalProperties: true,
    description: 'The parameters of `GET /api/v2/graphs/plan` by their names.',
  })('p.question::text'),
  until: field.optionalCount('p.until', 'Accounts that may stay; null: structural ones alone.', 'sort', 'filter'),
  exposed: field.optionalCount(
    'p.exposed',
    'Accounts with a way when the plan was made, after its planned steps. Null for an account that sees a part of the graph, as the other figures.',
    'sort',
  ),
  remaining: field.optionalCount('p.remaining', 'Accounts with a way after all steps.', 'sort', 'filter'),
  cost: field.optionalCount('p.cost', 'Of the steps that were not planned yet when it was made.', 'sort', 'filter'),
  lower_bound: field.optionalCount('p.lower_bound', 'No plan that leaves as few accounts costs less.', 'sort'),
  steps: field.count(
    stepsThat("s.state <> 'declined'"),
    'Without declined ones. Steps at objects that the account does not see count, too, and are not listed.',
    'sort',
  ),
  done: field.count(stepsThat("s.found IN ('done', 'obsolete')"), 'Steps that are done or obsolete.', 'sort'),
  returned: field.count(stepsThat("s.found = 'returned'"), 'Steps that were done and came back.', 'sort', 'filter'),
  checked_at: field.time('p.checked_at', 'End of the run of the analysis that its steps were compared with.', 'sort'),
  problem: field.optionalText('p.problem', 'Why its steps could not be compared with the last run; null: they were.'),
});
export type KeptPlanDto = JsonOf<typeof keptPlanShape.fields>;

export const keptPlanList = listOf(keptPlanShape, { defaultSort: ['name'], tieBreaker: 'p.id' });
export type KeptPlanListRequest = ListRequest<keyof typeof keptPlanList.columns>;

/** The step `s`. */
export const keptStepShape = shape('KeptStepDto', {
  key: field.text('s.key', 'The sort, the object that is changed, and the trustee if there is one.', 'sort', 'filter'),
  place: field.count('s.place', 'Its place in the plan, from 1.', 'sort', 'filter'),
  sort: field.choice(namesOf(fixSorts))('s.sort', {}, 'sort', 'filter'),
  text: field.text('s.text', { example: 'remove HELPDESK@BIRCH.LOCAL from ADMINS@BIRCH.LOCAL' }, 'sort', 'filter'),
  cost: field.count('s.cost', {}, 'sort', 'filter'),
  stage: field.count('s.stage', 'The first stage that has it.', 'sort', 'filter'),
  gain: field.optionalCount('s.gain', 'Accounts that it cuts off after those before it.', 'sort', 'filter'),
  remaining_after: field.optionalCount(
    's.remaining_after',
    'Accounts with a way after it and those before it.',
    'sort',
  ),
  at_objectid: field.text('s.at_id', 'The object that is changed.', 'sort', 'filter'),
  at_name: field.text('s.at_name', {}, 'sort', 'filter'),
  at_kind: field.text('s.at_kind', {}, 'sort', 'filter'),
  by_objectid: field.optionalText('s.by_id', 'The trustee or member; null if there is none.', 'sort', 'filter'),
  by_name: field.optionalText('s.by_name', {}, 'sort', 'filter'),
  by_kind: field.optionalText('s.by_kind', {}, 'sort', 'filter'),
  remedy: field.optionalText('s.remedy', 'How to remove an edge of the kind that it cuts most.'),
  owner: field.optionalText('s.owner', 'Who makes it.', 'sort', 'filter'),
  note: field.text('s.note', 'Empty if there is none.', 'sort', 'filter'),
  state: field.choice(stepStates)('s.state', 'What people say of it.', 'sort', 'filter'),
  not_before: field.optionalTime('s.not_before', 'When it may be made.', 'sort', 'filter'),
  found: field.choice(founds)(
    's.found',
    'What the analysis says of it. `done`: its facts are gone. `partly`: some are. `obsolete`: no way needs them, or the object is gone. `returned`: they were gone and came back. `unknown`: what would tell was not collected.',
    'sort',
    'filter',
  ),
  found_since: field.time('s.found_since', 'End of the run that found it so first.', 'sort', 'filter'),
  facts: field.optionalCount('s.facts', 'Facts that it changes, when it was planned.', 'sort'),
  facts_left: field.optionalCount('s.facts_left', 'Those of them that the graph has.', 'sort', 'filter'),
});
export type KeptStepDto = JsonOf<typeof keptStepShape.fields>;

export const keptStepList = listOf(keptStepShape, { defaultSort: ['place'], tieBreaker: 's.place' });
export type KeptStepListRequest = ListRequest<keyof typeof keptStepList.columns>;
