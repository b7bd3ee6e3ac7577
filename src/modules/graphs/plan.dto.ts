import { fixSorts } from '../../graph/kinds/descriptions/edge-fixes.js';
import { namesOf } from '../../base/values/names-of.js';
import { type JsonOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import { hrefText } from '../entities/entities.dto.js';
import { edgeEnds, stub } from './edge-row.dto.js';

const nodeFields = {
  objectid: memory.text({ example: 'S-1-5-21-3130019616-2776909439-2417379446-1104', description: 'Object id.' }),
  name: memory.text({ example: 'HELPDESK@BIRCH.LOCAL' }),
  kind: memory.text({ example: 'Group', description: 'Primary kind.' }),
  href: memory.text({
    example: '/api/v2/groups/S-1-5-21-3130019616-2776909439-2417379446-1104',
    description: hrefText,
  }),
};
const planNodeShape = shape('PlanNodeDto', nodeFields);
const planEdgeShape = shape('PlanEdgeDto', edgeEnds);

const structuralAccountShape = shape('StructuralAccountDto', {
  ...nodeFields,
  way: memory.array(planEdgeShape, 'A way that no fix cuts. Empty beside a stub.'),
  stub,
});

const structuralShape = shape('StructuralDto', {
  count: memory.count('Accounts with a way that no fix cuts. Plans leave them.'),
  accounts: memory.array(structuralAccountShape, 'Some of them, 100 at most.'),
  answers: memory.texts('What helps instead.'),
});

export const planStageShape = shape('PlanStageDto', {
  cost: memory.count('Cost of all fixes of the stage.'),
  cost_so_far: memory.count('Cost of the fixes of this stage and of all before it.'),
  steps: memory.count('Number of its fixes.'),
  remaining: memory.count('Accounts with a way after it, structural ones included.'),
  proven: memory.boolean('Whether its certificate adds up: nothing of its cost leaves fewer accounts.'),
  comes_back: memory.count('Accounts that the former stage had cut off, and that have a way again.'),
  checked: memory.boolean('Whether the graph with its fixes applied leaves exactly these accounts.'),
  opened: memory.count('Accounts that have a way again because a fix takes a protection away.'),
});

const wayFixShape = shape('PlanWayFixDto', {
  key: memory.text('Key of the fix, as in `steps`.'),
  text: memory.text('The fix in words.'),
  cost: memory.count(),
});

const planWayShape = shape('PlanWayDto', {
  account: memory.object(planNodeShape),
  accounts: memory.count('Accounts for which it stands.'),
  weight: memory.count('In parts of the denominator.'),
  way: memory.array(planEdgeShape),
  stub,
  fixes: memory.array(wayFixShape, 'All fixes that cut the way.'),
});

const certificateShape = shape('PlanCertificateDto', {
  price: memory.any<readonly number[] | null>({
    type: 'array',
    items: { type: 'integer' },
    nullable: true,
    description:
      'The plan has the least `price[0] × cost + price[1] × accounts that stay`. Null: no account stays, and the cost is the least.',
  }),
  denominator: memory.count('Weights of ways are parts of it.'),
  sum: memory.count('Of the weights of all ways.'),
  bound: memory.count('No plan is below it: the sum divided by the denominator, rounded up, or what a search proved.'),
  bound_by: memory.choice(['ways', 'search'])('`ways`: anybody can check it by addition.'),
  ways: memory.array(
    planWayShape,
    'Heaviest first. The weights of the ways that a fix cuts add up to no more than it costs.',
  ),
  shown: memory.count(),
  of: memory.count('Number of all ways.'),
});

const takesAwayShape = shape('PlanTakesAwayDto', {
  accounts: memory.count('Accounts that lose a right.'),
  pairs: memory.count('Pairs of an account and an object whose right it loses.'),
  at_least: memory.boolean('Whether there are more.'),
});

export const edgeFixesShape = shape('EdgeFixesDto', {
  reasons: memory.array(
    shape('EdgeReasonDto', { fixes: memory.array(wayFixShape, 'One of them is enough.') }),
    'An edge is cut if each of its reasons is. Without a fix, nobody cuts it.',
  ),
});
export type EdgeFixesDto = JsonOf<typeof edgeFixesShape.fields>;

export const planStepShape = shape('PlanStepDto', {
  key: memory.text({
    example: 'entry:S-1-5-21-3130019616-2776909439-2417379446-512:S-1-5-21-3130019616-2776909439-2417379446-1104',
    description: 'The sort, the object that is changed, and the trustee if there is one.',
  }),
  sort: memory.choice(namesOf(fixSorts))(),
  text: memory.text({ example: 'remove HELPDESK@BIRCH.LOCAL from ADMINS@BIRCH.LOCAL' }),
  cost: memory.count(),
  stage: memory.count('The first stage that has it.'),
  replaced_in_stage: memory.any<number | null>({
    type: 'integer',
    minimum: 0,
    nullable: true,
    description: 'The first later stage that does without it; null: none.',
  }),
  edges: memory.count('Edges between accounts and ends that it helps to cut.'),
  objects: memory.count('Objects at their ends.'),
  guessed: memory.boolean(
    'Whether the container of an inherited entry is guessed: the nearest one with such an entry.',
  ),
  remaining_after: memory.count('Accounts with a way after this step and those before it.'),
  gain: memory.count('Accounts that it cuts off after those before it; often 0 until the last step of a stage.'),
  at: memory.object(planNodeShape, 'The object that is changed.'),
  by: memory.optionalObject(planNodeShape, 'The trustee or member.'),
  remedy: memory.optionalText('How to remove an edge of the kind that it cuts most.'),
  detection: memory.optionalText('How logs show the use of such an edge.'),
  takes_away: memory.object(
    takesAwayShape,
    'Rights that accounts have today and lose, by themselves or by membership.',
  ),
});

const planZoneShape = shape('PlanZoneDto', {
  tag: memory.optionalText('Its tag; null: ends that were named in another way.'),
  cost: memory.count('What its complete plan costs after those of the zones before it.'),
  lower_bound: memory.count('No plan of the zone costs less after the fixes of the zones before it.'),
  alone: memory.count('No plan of the zone alone costs less. The largest of all zones is a bound for all together.'),
  remaining: memory.count('Accounts with a way to the zone after its plan.'),
});

export const planShape = shape('PlanDto', {
  exposed: memory.count('Accounts with a way, structural ones included.'),
  remaining: memory.count('Accounts with a way after the plan.'),
  cost: memory.count(),
  lower_bound: memory.count(
    'No plan that leaves as few accounts costs less. With `until` or `most` it is the line between two stages.',
  ),
  smallest: memory.boolean('Whether the cost is the lower bound.'),
  fewest_accounts: memory.count('No plan of this cost, or of `most`, leaves fewer accounts.'),
  complete: memory.boolean('Whether the search ended before its limits: all stages were looked for.'),
  checked: memory.choice(['derived', 'view', 'none'])(
    'What leaves the same accounts: another derivation from the facts that the fixes leave, or a view of the graph without what they take away.',
  ),
  structural: memory.object(structuralShape),
  stages: memory.array(planStageShape, 'Corners of the curve of cost and accounts that stay.'),
  certificate: memory.optionalObject(certificateShape),
  zones: memory.array(planZoneShape, 'With `after_tag`: the zones in their order, the ends last.'),
  steps: memory.array(planStepShape, 'Fixes of the plan, by stages.'),
});
export type PlanDto = JsonOf<typeof planShape.fields>;
export type PlanStepDto = JsonOf<typeof planStepShape.fields>;
