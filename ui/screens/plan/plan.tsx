import { type Call, formCall } from '../../api/call.js';
import type { PlanDto } from '../../api/schema.js';
import { address, go, linkTo, linkWith, type Values } from '../../base/address.js';
import { Change } from '../../base/form.js';
import { counted, number } from '../../base/format.js';
import { Heading, Section } from '../../base/parts.js';
import { Ask } from '../../base/states.js';
import { Curve } from '../../chart/curve.js';
import { endValues, isNamed, readEnd, tierZero } from '../../selection/ends.js';
import { ViewForm } from '../../selection/exclusion-editor.js';
import { useEndName } from '../../selection/name-of.js';
import { listQuery } from '../../table/list-filters.js';
import { type Column, SmallTable } from '../../table/table.js';
import { Cuts, isPlanWanted, useCuts } from './cuts.js';
import { Steps } from './plan-steps.js';
import { Proof, Structural } from './plan-proof.js';

/** Parameters of the question that the address may have beside the ends. */
const limits = ['cost', 'weight', 'after_tag', 'keep_node', 'keep_edge', 'keep_where', 'start_where'];

/** Parameters that choose a part of the same plan. */
const parts = ['until', 'most', 'ways'];

/** The cheapest fixes after which no account reaches some objects, in stages. */
export function View() {
  const { query } = address.value;
  const end = readEnd(query, 'end') ?? tierZero;
  const name = useEndName(end);
  const edge = query.get('cuts');
  const cuts = useCuts(edge, { ...endValues('end', end), ...listQuery(['cost'], query) });
  const asked = { ...endValues('end', end), ...listQuery(limits, query) };
  const ask = (more: Values) =>
    isNamed(end) ? formCall('GET /api/v2/graphs/plan', { query: { ...asked, ...more } }) : null;
  return (
    <>
      <Heading text="Plan" />
      <p class="muted">The cheapest changes after which no enabled account gains control.</p>
      <ViewForm end={end} isView={false} />
      {edge !== null && <Cuts edge={edge} asked={cuts.asked} />}
      {isPlanWanted(query) ? (
        <Plan ask={ask} name={name} question={asked} cutting={cuts.keys} />
      ) : (
        <p>
          <a class="button" href={linkWith({ until: '0' })}>
            Make the plan
          </a>
        </p>
      )}
    </>
  );
}

interface PlanProps {
  /** @param more parameters beside the question */
  readonly ask: (more: Values) => Call<{ readonly data: PlanDto }> | null;
  /** What the accounts reach. */
  readonly name: string;
  /** The question, if the plan is kept. */
  readonly question: Values;
  /** Keys of steps that are marked. */
  readonly cutting: ReadonlySet<string>;
}

function Plan({ ask, name, question, cutting }: PlanProps) {
  const { query } = address.value;
  const until = query.get('until');
  return (
    <>
      {/* Its own question, so that the slider keeps the focus while the steps of a stage are asked for. */}
      <Ask of={ask({ ways: '0' })} lines={12}>
        {({ data }) => <Stages stages={data.stages} />}
      </Ask>
      <Ask of={ask(listQuery(parts, query))} lines={8}>
        {({ data }) => (
          <>
            <p role="status">
              {counted(data.exposed, 'account')} can reach {name}. After {counted(data.steps.length, 'fix', 'fixes')} of
              cost {number(data.cost)}: {number(data.remaining)}.{' '}
              {data.smallest
                ? 'No plan that leaves as few costs less.'
                : `A plan that leaves as few costs ${number(data.lower_bound)} at least.`}
            </p>
            <Change
              label="Keep this plan"
              permission="plans:write"
              note="Its steps then have an owner, a note and a state, and each analysis says which are done."
              fields={[{ name: 'name', label: 'Name', isRequired: true }]}
              ask={({ name: given }) =>
                formCall('POST /api/v2/plans', {
                  body: {
                    name: given,
                    question: { ...question, ...listQuery(['most'], query) },
                    ...(until !== null && { until: Number(until) }),
                  },
                })
              }
              onDone={({ data: { id } }) => go(linkTo(`/plans/${id}`))}
            />
            <Steps steps={data.steps} cutting={cutting} />
            {data.structural.count > 0 && <Structural {...data.structural} />}
            {data.certificate && <Proof {...data.certificate} />}
          </>
        )}
      </Ask>
    </>
  );
}

type Stage = PlanDto['stages'][number];

/** A slider that stops at a stage. The stage is in the address by the accounts that stay. */
function Stages({ stages }: Pick<PlanDto, 'stages'>) {
  const chosen = chosenIndex(stages);
  const stop = (index: number) => {
    const stage = stages[index];
    if (stage) go(linkWith({ until: String(stage.remaining), most: undefined }), 'replace');
  };
  const rows = stages.map((stage, index) => ({ ...stage, index }));
  return (
    <Section title="Stages">
      <Curve title="Accounts that stay, by cost" points={stages.map((stage) => [stage.cost, stage.remaining])} />
      <label>
        Stop after stage{' '}
        <input
          type="range"
          min={0}
          max={stages.length - 1}
          value={chosen}
          aria-valuetext={stageText(chosen, stages[chosen])}
          onChange={({ currentTarget }) => stop(Number(currentTarget.value))}
        />
      </label>{' '}
      {stageText(chosen, stages[chosen])}
      <SmallTable label="Stages" columns={stageColumns} rows={rows} />
    </Section>
  );
}

/** As the service chooses it. */
function chosenIndex(stages: readonly Stage[]): number {
  const { query } = address.value;
  const [until, most] = [query.get('until'), query.get('most')];
  if (until !== null) return stages.findIndex(({ remaining }) => remaining <= Number(until));
  return most === null ? stages.length - 1 : stages.findLastIndex(({ cost }) => cost <= Number(most));
}

function stageText(index: number, stage: Stage | undefined): string {
  return stage ? `${index}: cost ${number(stage.cost)}, ${counted(stage.remaining, 'account')}` : '';
}

const stageColumns: readonly Column<Stage & { readonly index: number }>[] = [
  {
    title: 'Stage',
    cell: ({ index, remaining }) => (
      <a href={linkWith({ until: String(remaining), most: undefined })}>Stage {number(index)}</a>
    ),
  },
  { title: 'Fixes', name: 'steps', isNumber: true },
  { title: 'Cost', name: 'cost', isNumber: true },
  { title: 'Accounts that stay', name: 'remaining', isNumber: true },
  { title: 'Proven', isExtra: true, cell: ({ proven }) => (proven ? 'Yes' : 'No') },
];
