import { useState } from 'preact/hooks';
import { call, formCall } from '../../api/call.js';
import type { ClientDto, ClientTokenDto } from '../../api/schema.js';
import { go, linkTo } from '../../base/address.js';
import { Credentials } from '../../base/credentials.js';
import { useEnvironments } from '../../base/environments.js';
import type { Field } from '../../base/field.js';
import { Change } from '../../base/form.js';
import { number } from '../../base/format.js';
import { Lines, Moment, Pairs } from '../../base/parts.js';
import { may } from '../../base/session.js';
import { Ask } from '../../base/states.js';
import { type Column, List } from '../../table/list.js';
import type { ViewProps } from '../screen.js';
import { inWords } from './recurrence.js';
import { scopeFields } from './scope.js';

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

const types = { directory: 'Directory', cloud: 'Cloud', opengraph: 'Other (OpenGraph)' } as const;

const columns: readonly Column<ClientDto>[] = [
  { title: 'Name', name: 'name', filter: 'part', width: '2fr', link: ({ id }) => linkTo(`/clients/${id}`) },
  { title: 'Last check-in', name: 'last_checkin', isTime: true },
  { title: 'Collects from', name: 'type', filter: 'choice', texts: types, isExtra: true },
  { title: 'Version', name: 'version', width: '6rem', isExtra: true },
  { title: 'Schedules', width: '6rem', isExtra: true, cell: (it) => number(it.event_count) },
  { title: 'Ended jobs', name: 'completed_job_count', width: '7rem', isExtra: true },
  {
    title: 'Running job',
    isExtra: true,
    cell: ({ current_job_id: { int32: job, valid } }) => valid && <a href={linkTo(`/jobs/${job}`)}>Job {job}</a>,
  },
];

const fields: readonly Field[] = [
  { name: 'name', label: 'Name', isRequired: true },
  { name: 'domain_controller', label: 'Domain controller', note: 'Empty: the client selects one.' },
];

function Clients({ onToken }: TokenProps) {
  return (
    <List
      heading="Clients"
      before={
        <Change
          label="Create a client"
          permission={permission}
          fields={[...fields, { name: 'type', label: 'Collects from', kind: 'choice', choices: Object.entries(types) }]}
          values={{ type: 'directory' }}
          ask={(body) => formCall('POST /api/v2/clients', { body })}
          onDone={({ data }) => onToken(data.token)}
        />
      }
      ask={(query) => formCall('GET /api/v2/clients', { query })}
      columns={columns}
      sort="name"
      none="No client yet. Create one, and give its token to a collector."
    />
  );
}

function Client({ id, onToken }: TokenProps & { readonly id: string }) {
  return (
    <Ask
      of={call('GET /api/v2/clients/{client_id}', { path: { client_id: id } })}
      heading={(answer) => answer?.data.name ?? 'Client'}
      lines={8}
    >
      {({ data: { current_job: job, ...client } }) => (
        <>
          <Changes client={client} onToken={onToken} />
          <Pairs
            of={{
              'Collects from': types[client.type],
              'Last check-in': <Moment time={client.last_checkin.time} />,
              'Domain controller': client.domain_controller,
              Version: client.version,
              Host: client.hostname,
              Address: client.address,
              User: client.username,
              Created: <Moment time={client.created_at} />,
              'Running job': job && <a href={linkTo(`/jobs/${job.id}`)}>Job {job.id}</a>,
              'Ended jobs': <a href={linkTo('/jobs', { client_id: id })}>{number(client.completed_job_count)}</a>,
            }}
          />
          <h2>Schedules</h2>
          {client.events.length === 0 && <p>No schedule. The client runs only jobs that are started by hand.</p>}
          <Lines
            of={client.events}
            lineLook="row"
            line={({ id: event, rrule, next_scheduled_at: { time } }) => (
              <>
                <a href={linkTo(`/events/${event}`)}>{inWords(rrule)}</a>
                <span class="muted">
                  Next time <Moment time={time} />
                </span>
              </>
            )}
          />
          {may(permission) && (
            <p>
              <a class="button" href={linkTo('/events/new', { client_id: id })} children="Add a schedule" />
            </p>
          )}
        </>
      )}
    </Ask>
  );
}

type ChangedClient = Pick<ClientDto, 'id' | 'name' | 'domain_controller' | 'type'>;

function Changes({ client, onToken }: TokenProps & { readonly client: ChangedClient }) {
  const { id, name, domain_controller } = client;
  const path = { client_id: id };
  const environments = useEnvironments();
  return (
    <div class="row">
      <Change
        label="Start a job"
        note="The job is ready at once. The client takes it at its next request."
        permission={permission}
        fields={scopeFields(environments)}
        values={{ ad_structure_collection: client.type !== 'opengraph', domain_controller }}
        ask={(body) => formCall('POST /api/v2/clients/{client_id}/jobs', { path, body })}
        onDone={({ data }) => go(linkTo(`/jobs/${data.id}`))}
      />
      <Change
        label="Change"
        about={name}
        permission={permission}
        fields={fields}
        values={{ name, domain_controller }}
        ask={(body) => formCall('PUT /api/v2/clients/{client_id}', { path, body })}
      />
      <Change
        label="Replace the token"
        note="The former token ends at once. The collector needs the new one."
        permission={permission}
        isDanger
        ask={() => call('PUT /api/v2/clients/{client_id}/token', { path })}
        onDone={({ data }) => onToken(data)}
      />
      <Change
        label="Delete"
        about={name}
        note="Its schedules and its token are deleted too. Its jobs stay; those that have not ended are cancelled."
        permission={permission}
        isDanger
        ask={() => call('DELETE /api/v2/clients/{client_id}', { path })}
        onDone={() => go(linkTo('/clients'))}
      />
    </div>
  );
}
