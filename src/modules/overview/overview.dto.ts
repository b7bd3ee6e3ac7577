import { type JsonOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import { planStageShape, planStepShape } from '../graphs/plan.dto.js';
import { planStates } from './overview.js';

const environmentShape = shape('OverviewEnvironmentDto', {
  environment_id: memory.text('Object id of a domain or tenant.'),
  name: memory.text({ example: 'BIRCH.LOCAL' }),
  accounts: memory.count(),
  reaching: memory.count(),
});

const zoneShape = shape('OverviewZoneDto', {
  id: memory.int32('Id of the asset group of the tier. Tier zero has 1.'),
  name: memory.text({ example: 'Admin Tier Zero' }),
  accounts: memory.count('Enabled accounts, without members of the tier.'),
  reaching: memory.count('Accounts that reach a member of the tier over traversable edges.'),
  environments: memory.array(environmentShape, 'Those with the most accounts that reach it first.'),
});

const overviewPlanShape = shape('OverviewPlanDto', {
  exposed: memory.count('Accounts with a way into tier zero, structural ones included.'),
  structural: memory.count('Accounts with a way that no fix cuts.'),
  complete: memory.boolean('Whether all stages were looked for.'),
  stages: memory.array(planStageShape, 'As in `GET /graphs/plan`: the first one is without a fix.'),
  steps: memory.array(planStepShape, 'Fixes of the first stage that has some, 50 at most.'),
  notes: memory.texts('What the plan does not know.'),
});

export const overviewShape = shape('OverviewDto', {
  run_id: memory.optionalText('Id of the run of the analysis after which it was stored; null if none is stored.'),
  is_current: memory.boolean('Whether no other run has ended since.'),
  version: memory.any<number | null>({
    type: 'integer',
    nullable: true,
    description: 'Version of the graph that was asked.',
  }),
  finished_at: memory.optionalTime('End of that run.'),
  zones: memory.array(zoneShape, 'Tier zero, then the other tiers.'),
  unknown_reach: memory.count(
    'Roles in administrative units whose members are not known, on ways into tiers. Accounts behind them are not counted.',
  ),
  plan_state: memory.choice(['none', ...planStates])(
    '`none`: no overview is stored, or the account sees a part of the graph. `pending`: the plan is being made. `too_large`: it needs too much memory. `failed`: it is not tried again.',
  ),
  plan: memory.optionalObject(overviewPlanShape, 'The plan for tier zero, in short.'),
});
export type OverviewDto = JsonOf<typeof overviewShape.fields>;

const exposurePointShape = shape('ExposurePointDto', {
  run_id: memory.uuid(),
  at: memory.time('End of the run of the analysis.'),
  version: memory.count('Version of the graph.'),
  accounts: memory.count(),
  reaching: memory.count(),
  is_break: memory.boolean(
    'Whether removals, a restored backup or new rules of the product explain the difference to the point before.',
  ),
});

export const exposureHistoryShape = shape('ExposureHistoryDto', {
  start: memory.time(),
  end: memory.time(),
  points: memory.array(exposurePointShape, 'One a run of the analysis, oldest first.'),
  truncated: memory.boolean('Whether there are more points, which are older than the first one.'),
});
export type ExposureHistoryDto = JsonOf<typeof exposureHistoryShape.fields>;
