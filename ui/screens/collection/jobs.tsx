import { call, formCall } from '../../api/call.js';
import type { JobDto, JobRecordDto } from '../../api/schema.js';
import { linkTo } from '../../base/address.js';
import { Change } from '../../base/form.js';
import { number } from '../../base/format.js';
import { Heading } from '../../base/heading.js';
import { Moment } from '../../base/moment.js';
import { Pairs } from '../../base/pairs.js';
import { Answered } from '../../base/states.js';
import { useAnswer } from '../../base/use-answer.js';
import { List } from '../../table/list.js';
import type { Filter } from '../../table/list-filters.js';
import type { Column } from '../../table/table.js';
import type { ViewProps } from '../screen.js';
import { options, ScopeView } from './scope.js';
import { texts } from './texts.js';

export function View({ parts: { id } }: ViewProps) {
  return id === undefined ? <Jobs /> : <Job id={Number(id)} />;
}

const columns: readonly Column<JobDto>[] = [
  { title: texts.job, width: '5rem', sort: 'id', cell: ({ id }) => <a href={linkTo(`/jobs/${id}`)}>{id}</a> },
  { title: texts.status, sort: 'status', cell: (job) => <Status job={job} /> },
  {
    title: texts.client,
    sort: 'client_name',
    cell: ({ client_name: name }) => <bdi>{name}</bdi>,
  },
  { title: texts.due, sort: 'execution_time', isExtra: true, cell: (job) => <Moment time={job.execution_time} /> },
  {
    title: texts.ended,
    sort: 'end_time',
    isExtra: true,
    cell: ({ end_time: at }) => <Moment time={at} otherwise="" />,
  },
  {
    title: texts.results,
    width: '2fr',
    isExtra: true,
    cell: ({ domain_results: results, status_message: message }) =>
      results.length === 0 ? message : results.map((it) => texts.result(it.domain_name, it.success)).join(', '),
  },
];

function Jobs() {
  const clients = useAnswer(call('GET /api/v2/clients', { query: { limit: 1000 } })).answer?.data ?? [];
  const filters: readonly Filter[] = [
    { name: 'status', label: texts.status, kind: 'choice', choices: Object.entries(texts.statuses) },
    { name: 'client_id', label: texts.client, kind: 'choice', choices: clients.map(({ id, name }) => [id, name]) },
    { name: 'event_title', label: texts.schedule, kind: 'part' },
    { name: 'domain_controller', label: texts.controller, kind: 'part' },
    { name: 'execution_time', label: texts.from, kind: 'from' },
    { name: 'execution_time', label: texts.before, kind: 'before' },
    ...options.map(([name, label]) => ({ name, label, kind: 'flag' as const })),
  ];
  return (
    <>
      <Heading text={texts.jobs} />
      <List
        ask={(query) => formCall('GET /api/v2/jobs', { query })}
        label={texts.jobs}
        columns={columns}
        filters={filters}
        sort="-execution_time"
        none={texts.noJobs}
      />
    </>
  );
}

function Status({ job: { status } }: { readonly job: Pick<JobDto, 'status'> }) {
  return <span class={`state ${status}`}>{texts.statuses[status]}</span>;
}

function Job({ id }: { readonly id: number }) {
  const path = { job_id: id };
  const asked = useAnswer(call('GET /api/v2/jobs/{job_id}', { path }));
  return (
    <>
      <Heading text={texts.jobOf(id)} />
      <Answered asked={asked} lines={8}>
        {({ data: job }) => (
          <>
            {(job.status === 'ready' || job.status === 'running') && (
              <Change
                label={texts.cancelJob}
                note={texts.cancelNote}
                permission="collection:manage"
                isDanger
                ask={() => call('PUT /api/v2/jobs/{job_id}/cancel', { path })}
              />
            )}
            <JobFacts job={job} />
            <h2>{texts.scope}</h2>
            <ScopeView scope={job} />
            <Results job={job} />
            <Log id={id} />
          </>
        )}
      </Answered>
    </>
  );
}

function JobFacts({ job }: { readonly job: JobRecordDto }) {
  const { event_id: event, event_title: title } = job;
  const schedule = title || texts.eventOf(event.int32);
  return (
    <Pairs
      of={[
        [texts.status, <Status key="status" job={job} />],
        [texts.message, job.status_message],
        [texts.client, <a key="client" href={linkTo(`/clients/${job.client_id}`)} children={job.client_name} />],
        [
          texts.schedule,
          event.valid ? <a href={linkTo(`/events/${event.int32}`)} children={schedule} /> : title || texts.onDemand,
        ],
        [texts.controller, job.domain_controller],
        [texts.due, <Moment key="due" time={job.execution_time} />],
        [texts.started, job.start_time && <Moment time={job.start_time} />],
        [texts.ended, job.end_time && <Moment time={job.end_time} />],
        [texts.lastBatch, job.last_ingest && <Moment time={job.last_ingest} />],
        [texts.logPath, job.log_path],
      ]}
    />
  );
}

/** The results of each domain. Counts of zero are left out. */
function Results({ job: { domain_results: results } }: { readonly job: JobRecordDto }) {
  return (
    <>
      <h2>{texts.results}</h2>
      {results.length === 0 && <p>{texts.noResults}</p>}
      <div class="cards">
        {results.map(({ id, domain_name: name, success, message, ...others }) => (
          <section key={id}>
            <h3>{texts.result(name, success)}</h3>
            {message && <p>{message}</p>}
            <Pairs
              of={Object.entries(others).flatMap(([count, value]) =>
                count.endsWith('_count') && typeof value === 'number' && value > 0
                  ? [[texts.countOf(count), number(value)] as const]
                  : [],
              )}
            />
          </section>
        ))}
      </div>
    </>
  );
}

function Log({ id }: { readonly id: number }) {
  const asked = useAnswer(call('GET /api/v2/jobs/{job_id}/log', { path: { job_id: id } }));
  return (
    <>
      <h2>{texts.log}</h2>
      <Answered asked={asked} lines={5}>
        {({ data: { log } }) => <pre tabIndex={0}>{log || texts.noLog}</pre>}
      </Answered>
    </>
  );
}
