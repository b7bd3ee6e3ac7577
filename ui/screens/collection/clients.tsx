import { useState } from 'preact/hooks';
import { call, formCall } from '../../api/call.js';
import type { ClientDto, ClientTokenDto } from '../../api/schema.js';
import { go, linkTo } from '../../base/address.js';
import { Credentials } from '../../base/credentials.js';
import { useEnvironments } from '../../base/environments.js';
import type { Field } from '../../base/field.js';
import { Change } from '../../base/form.js';
import { number } from '../../base/format.js';
import { Heading } from '../../base/heading.js';
import { Moment } from '../../base/moment.js';
import { Pairs } from '../../base/pairs.js';
import { may, session } from '../../base/session.js';
import { Answered } from '../../base/states.js';
import { useStore } from '../../base/store.js';
import { useAnswer } from '../../base/use-answer.js';
import { List } from '../../table/list.js';
import type { Filter } from '../../table/list-filters.js';
import type { Column } from '../../table/table.js';
import type { ViewProps } from '../screen.js';
import { inWords } from './recurrence.js';
import { scopeFields } from './scope.js';
import { texts } from './texts.js';

const permission = 'collection:manage';

export function View({ parts: { id } }: ViewProps) {
  const [token, setToken] = useState<ClientTokenDto | null>(null);
  return (
    <>
      {id === undefined ? <Clients onToken={setToken} /> : <Client id={id} onToken={setToken} />}
      {token && <Credentials token={token} target="/api/v2/jobs/available" onClose={() => setToken(null)} />}
    </>
  );
}

interface TokenProps {
  /** Shows a token, which the service does not show again. */
  readonly onToken: (token: ClientTokenDto) => void;
}

const types = Object.entries(texts.types);

const columns: readonly Column<ClientDto>[] = [
  {
    title: texts.name,
    sort: 'name',
    width: '2fr',
    cell: ({ id, name }) => (
      <a href={linkTo(`/clients/${id}`)}>
        <bdi>{name}</bdi>
      </a>
    ),
  },
  { title: texts.lastCheckin, sort: 'last_checkin', cell: (it) => <Moment time={it.last_checkin.time} /> },
  { title: texts.type, sort: 'type', isExtra: true, cell: ({ type }) => texts.types[type] },
  { title: texts.version, sort: 'version', width: '6rem', isExtra: true, cell: ({ version }) => version },
  { title: texts.schedules, width: '6rem', isExtra: true, cell: (it) => number(it.event_count) },
  {
    title: texts.completed,
    width: '7rem',
    sort: 'completed_job_count',
    isExtra: true,
    cell: (it) => number(it.completed_job_count),
  },
  {
    title: texts.running,
    isExtra: true,
    cell: ({ current_job_id: { int32: job, valid } }) =>
      valid && <a href={linkTo(`/jobs/${job}`)}>{texts.jobOf(job)}</a>,
  },
];

const filters: readonly Filter[] = [
  { name: 'name', label: texts.name, kind: 'part' },
  { name: 'type', label: texts.type, kind: 'choice', choices: types },
];

const fields: readonly Field[] = [
  { name: 'name', label: texts.name, isRequired: true },
  { name: 'domain_controller', label: texts.controller, note: texts.controllerNote },
];

function Clients({ onToken }: TokenProps) {
  return (
    <>
      <Heading text={texts.clients} />
      <Change
        label={texts.createClient}
        permission={permission}
        fields={[...fields, { name: 'type', label: texts.type, kind: 'choice', choices: types }]}
        values={{ type: 'directory' }}
        ask={(body) => formCall('POST /api/v2/clients', { body })}
        onDone={({ data }) => onToken(data.token)}
      />
      <List
        ask={(query) => formCall('GET /api/v2/clients', { query })}
        label={texts.clients}
        columns={columns}
        filters={filters}
        sort="name"
        none={texts.noClients}
      />
    </>
  );
}

function Client({ id, onToken }: TokenProps & { readonly id: string }) {
  const asked = useAnswer(call('GET /api/v2/clients/{client_id}', { path: { client_id: id } }));
  return (
    <>
      <Heading text={asked.answer?.data.name ?? texts.client} />
      <Answered asked={asked} lines={8}>
        {({ data: client }) => (
          <>
            <Changes client={client} onToken={onToken} />
            <Pairs
              of={[
                [texts.type, texts.types[client.type]],
                [texts.lastCheckin, <Moment key="checkin" time={client.last_checkin.time} />],
                [texts.controller, client.domain_controller],
                [texts.version, client.version],
                [texts.host, client.hostname],
                [texts.address, client.address],
                [texts.user, client.username],
                [texts.created, <Moment key="created" time={client.created_at} />],
                [
                  texts.running,
                  client.current_job && (
                    <a href={linkTo(`/jobs/${client.current_job.id}`)}>{texts.jobOf(client.current_job.id)}</a>
                  ),
                ],
                [
                  texts.completed,
                  <a key="jobs" href={linkTo('/jobs', { client_id: id })}>
                    {number(client.completed_job_count)}
                  </a>,
                ],
              ]}
            />
            <Schedules client={client} />
          </>
        )}
      </Answered>
    </>
  );
}

function Changes({
  client: { id, name, domain_controller, ...client },
  onToken,
}: TokenProps & { readonly client: ClientDto }) {
  const path = { client_id: id };
  const environments = useEnvironments();
  return (
    <div class="row">
      <Change
        label={texts.startJob}
        note={texts.startNote}
        permission={permission}
        fields={scopeFields(environments)}
        values={{ ad_structure_collection: client.type !== 'opengraph', domain_controller }}
        ask={(body) => formCall('POST /api/v2/clients/{client_id}/jobs', { path, body })}
        onDone={({ data }) => go(linkTo(`/jobs/${data.id}`))}
      />
      <Change
        label={texts.editClient}
        about={name}
        permission={permission}
        fields={fields}
        values={{ name, domain_controller }}
        ask={(body) => formCall('PUT /api/v2/clients/{client_id}', { path, body })}
      />
      <Change
        label={texts.newToken}
        note={texts.newTokenNote}
        permission={permission}
        isDanger
        ask={() => call('PUT /api/v2/clients/{client_id}/token', { path })}
        onDone={({ data }) => onToken(data)}
      />
      <Change
        label={texts.deleteClient}
        about={name}
        note={texts.deleteNote}
        permission={permission}
        isDanger
        ask={() => call('DELETE /api/v2/clients/{client_id}', { path })}
        onDone={() => go(linkTo('/clients'))}
      />
    </div>
  );
}

function Schedules({ client: { id, events } }: { readonly client: ClientDto }) {
  const canWrite = may(useStore(session), permission);
  return (
    <>
      <h2>{texts.schedules}</h2>
      {events.length === 0 && <p>{texts.noSchedules}</p>}
      <ul class="plain">
        {events.map(({ id: event, rrule, next_scheduled_at: { time } }) => (
          <li key={event} class="row">
            <a href={linkTo(`/events/${event}`)}>{inWords(rrule)}</a>
            <span class="muted">
              {texts.nextTime} <Moment time={time} />
            </span>
          </li>
        ))}
      </ul>
      {canWrite && (
        <p>
          <a class="button" href={linkTo('/events/new', { client_id: id })}>
            {texts.newSchedule}
          </a>
        </p>
      )}
    </>
  );
}
