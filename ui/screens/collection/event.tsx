import { call, formCall } from '../../api/call.js';
import { address, go, linkTo } from '../../base/address.js';
import { useEnvironments } from '../../base/environments.js';
import type { Field } from '../../base/field.js';
import { Change, Form } from '../../base/form.js';
import { useSettled } from '../../base/hooks.js';
import { Heading, Lines, Moment } from '../../base/parts.js';
import { reload, may } from '../../base/session.js';
import { Ask, useAnswer } from '../../base/states.js';
import type { ViewProps } from '../screen.js';
import { dailyRecurrence, inWords, ruleOf } from './recurrence.js';
import { RuleControl } from './rule-control.js';
import { scopeFields, scopeValues, ScopeView } from './scope.js';

export function View({ parts: { id = '' } }: ViewProps) {
  return id === 'new' ? <NewEvent /> : <Event id={Number(id)} />;
}

function useFields(): readonly Field[] {
  const environments = useEnvironments();
  return [
    { name: 'title', label: 'Title' },
    {
      name: 'rrule',
      label: 'When',
      control: (value, onChange) => (
        <>
          <RuleControl rrule={String(value)} onChange={onChange} />
          <NextTimes rrule={String(value)} />
        </>
      ),
    },
    ...scopeFields(environments),
  ];
}

function NewEvent() {
  const client = address.value.query.get('client_id') ?? '';
  const clients = useAnswer(call('GET /api/v2/clients', { query: { limit: 1000 } })).answer?.data ?? [];
  const fields = useFields();
  const rrule = ruleOf(dailyRecurrence(new Intl.DateTimeFormat().resolvedOptions().timeZone));
  const choices = clients.map(({ id, name }) => [id, name] as const);
  return (
    <>
      <Heading text="Add a schedule" />
      <Form
        fields={[{ name: 'client_id', label: 'Client', kind: 'choice', choices }, ...fields]}
        values={{ ...(client && { client_id: client }), rrule, ad_structure_collection: true }}
        submit="Add a schedule"
        ask={(body) => formCall('POST /api/v2/events', { body })}
        onDone={({ data }) => go(linkTo(`/events/${data.id}`))}
      />
    </>
  );
}

function Event({ id }: { readonly id: number }) {
  const path = { event_id: id };
  const fields = useFields();
  return (
    <Ask
      of={call('GET /api/v2/events/{event_id}', { path })}
      heading={(answer) => answer?.data.title || `Schedule ${id}`}
      lines={8}
    >
      {({ data: event }) => {
        const { title, rrule, client_id: client } = event;
        const values = { title, rrule, ...scopeValues(event) };
        return (
          <>
            <ClientLink id={client} />
            <p>{inWords(rrule)}</p>
            {may('collection:manage') ? (
              <Form
                key={JSON.stringify(values)}
                fields={fields}
                values={values}
                submit="Save"
                ask={(body) => formCall('PUT /api/v2/events/{event_id}', { path, body })}
                onDone={reload}
              />
            ) : (
              <>
                <NextTimes rrule={rrule} />
                <h2>What it collects</h2>
                <ScopeView scope={event} />
              </>
            )}
            <Change
              label="Delete the schedule"
              note="Its jobs stay."
              permission="collection:manage"
              isDanger
              ask={() => call('DELETE /api/v2/events/{event_id}', { path })}
              onDone={() => go(linkTo(`/clients/${client}`))}
            />
          </>
        );
      }}
    </Ask>
  );
}

function ClientLink({ id }: { readonly id: string }) {
  const { answer } = useAnswer(call('GET /api/v2/clients/{client_id}', { path: { client_id: id } }));
  return (
    <p>
      Client <a href={linkTo(`/clients/${id}`)}>{answer?.data.name ?? id}</a>
    </p>
  );
}

/** The next times of a rule, as the service computes them. */
function NextTimes({ rrule }: { readonly rrule: string }) {
  const settled = useSettled(rrule);
  const title = 'The next times (in your time zone)';
  return (
    <section aria-label={title}>
      <strong>{title}</strong>
      <Ask
        of={formCall('POST /api/v2/events/occurrences', { body: { rrule: settled } })}
        expected={({ message }) => <p class="fault">{message}</p>}
        lines={5}
      >
        {({ data: { times } }) => <Lines of={times} line={(time) => <Moment time={time} />} />}
      </Ask>
    </section>
  );
}
