import { call, formCall } from '../../api/call.js';
import type { KeptPlanDto, KeptStepDto } from '../../api/schema.js';
import { go, linkTo } from '../../base/address.js';
import type { Field } from '../../base/field.js';
import { Change } from '../../base/form.js';
import { counted, number } from '../../base/format.js';
import { Moment, ObjectLink, Pairs } from '../../base/parts.js';
import { Ask } from '../../base/states.js';
import { type Column, List } from '../../table/list.js';
import type { ViewProps } from '../screen.js';

const permission = 'plans:write';

/** Plans that are kept, or the steps of one. */
export function View({ parts: { id } }: ViewProps) {
  return id === undefined ? <Plans /> : <Plan id={id} />;
}

const planColumns: readonly Column<KeptPlanDto>[] = [
  { title: 'Name', name: 'name', filter: 'part', width: '2fr', link: ({ id }) => linkTo(`/plans/${id}`) },
  { title: 'Steps', name: 'steps', isNumber: true },
  { title: 'Done', name: 'done', isNumber: true },
  { title: 'Returned', name: 'returned', isNumber: true },
  { title: 'Accounts that stay', name: 'remaining', isNumber: true, isExtra: true },
  { title: 'Checked', name: 'checked_at', isTime: true, isExtra: true },
];

function Plans() {
  return (
    <List
      heading="Kept plans"
      ask={(query) => formCall('GET /api/v2/plans', { query })}
      columns={planColumns}
      sort="name"
      none="No plan is kept yet. Make one under Plan, and keep it."
      unit="plan"
    />
  );
}

const founds = {
  open: 'Open',
  partly: 'Partly done',
  done: 'Done',
  returned: 'Returned',
  obsolete: 'Obsolete',
  unknown: 'Not known',
} as const;

const states = { open: 'Open', planned: 'Planned', declined: 'Declined' } as const;

function Plan({ id }: { readonly id: string }) {
  const path = { plan_id: id };
  const columns: readonly Column<KeptStepDto>[] = [
    { title: 'Step', name: 'text', sort: 'place', filter: 'part', width: '3fr', cell: (it) => <Step {...it} /> },
    { title: 'Found', name: 'found', filter: 'choice', texts: founds, cell: foundText },
    { title: 'State', name: 'state', filter: 'choice', texts: states },
    { title: 'Owner', name: 'owner', filter: 'part', isExtra: true },
    { title: 'Note', name: 'note', isExtra: true, width: '2fr' },
    { title: 'Not before', isExtra: true, cell: ({ not_before: time }) => time && <Moment time={time} /> },
    { title: 'Change', width: '7rem', cell: (it) => <ChangeStep plan={id} step={it} /> },
  ];
  return (
    <>
      <Ask
        of={formCall('GET /api/v2/plans/{plan_id}', { path })}
        heading={(answer) => answer?.data.name ?? 'Kept plan'}
        lines={6}
      >
        {({ data }) => <Figures {...data} />}
      </Ask>
      <List
        title="Steps"
        ask={(query) => formCall('GET /api/v2/plans/{plan_id}/steps', { path, query })}
        columns={columns}
        none="The plan has no step: nothing is changed."
        unit="step"
        isTall
      />
    </>
  );
}

function Figures({ id, name, ...plan }: KeptPlanDto) {
  const path = { plan_id: id };
  const shared = { permission, about: name } as const;
  return (
    <>
      {plan.problem !== null && (
        <p class="failure" role="alert">
          The steps could not be compared with the last analysis: {plan.problem}
        </p>
      )}
      <Pairs
        of={{
          Steps: `${counted(plan.steps, 'step')}, ${number(plan.done)} done, ${number(plan.returned)} returned`,
          // Accounts that see a part of the graph get no figures.
          ...(plan.remaining !== null && {
            'Accounts that stay': `${number(plan.remaining)} of ${number(plan.exposed ?? 0)}`,
            Cost: number(plan.cost ?? 0),
          }),
          Checked: <Moment time={plan.checked_at} />,
        }}
      />
      <div class="row">
        <Change
          {...shared}
          label="Make again"
          note="Planned steps are taken for made, and declined ones are not chosen. They stay, and so do steps that are done."
          ask={() => call('POST /api/v2/plans/{plan_id}/again', { path })}
        />
        <Change
          {...shared}
          label="Delete"
          isDanger
          note="The plan is deleted with owners and notes of its steps."
          ask={() => call('DELETE /api/v2/plans/{plan_id}', { path })}
          onDone={() => go(linkTo('/plans'))}
        />
      </div>
    </>
  );
}

function Step({ text, place, at_objectid: id, at_name: name, at_kind: kind }: KeptStepDto) {
  return (
    <>
      {number(place)}. <bdi>{text}</bdi> <ObjectLink id={id} name={name} kind={kind} />
    </>
  );
}

function foundText({ found, facts, facts_left: left, found_since: since }: KeptStepDto) {
  return (
    <>
      {founds[found]}
      {found === 'partly' && left !== null && ` (${number(left)} of ${number(facts ?? 0)} left)`}{' '}
      {found !== 'open' && (
        <span class="muted">
          since <Moment time={since} />
        </span>
      )}
    </>
  );
}

const fields: readonly Field[] = [
  { name: 'state', label: 'State', kind: 'choice', choices: Object.entries(states) },
  { name: 'owner', label: 'Owner' },
  { name: 'note', label: 'Note' },
  { name: 'not_before', label: 'Not before', kind: 'day' },
];

function ChangeStep({ plan, step }: { readonly plan: string; readonly step: KeptStepDto }) {
  const { key, place, state, owner, note, not_before: notBefore } = step;
  return (
    <Change
      label="Change"
      about={`step ${place}`}
      permission={permission}
      fields={fields}
      values={{ state, owner: owner ?? '', note, not_before: notBefore }}
      ask={({ owner: name, ...values }) =>
        formCall('PATCH /api/v2/plans/{plan_id}/steps/{step_key}', {
          path: { plan_id: plan, step_key: key },
          body: { ...values, owner: name === '' ? null : name },
        })
      }
    />
  );
}
