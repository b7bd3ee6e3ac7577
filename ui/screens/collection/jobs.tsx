import { call, formCall } from '../../api/call.js';
import type { JobDto, JobRecordDto } from '../../api/schema.js';
import { linkTo } from '../../base/address.js';
import { Change } from '../../base/form.js';
import { number, titleOf } from '../../base/format.js';
import { Heading, Moment, Pairs } from '../../base/parts.js';
import { Ask, useAnswer } from '../../base/states.js';
import { type Column, type Filter, List } from '../../table/list.js';
import type { ViewProps } from '../screen.js';
import { options, ScopeView } from './scope.js';

const statuses = {
  ready: 'Ready',
  running: 'Running',
  ingesting: 'Reading',
  analyzing: 'Analysing',
  complete: 'Complete',
  partially_complete: 'Partly complete',
  failed: 'Failed',
  canceled: 'Cancelled',
  timed_out: 'Timed out',
} as const;

export function View({ parts: { id } }: ViewProps) {
  return id === undefined ? <Jobs /> : <Job id={Number(id)} />;
}

const columns: readonly Column<JobDto>[] = [
  { title: 'Job', width: '5rem', sort: 'id', cell: ({ id }) => <a href={linkTo(`/jobs/${id}`)}>{id}</a> },
  { title: 'State', sort: 'status', cell: (job) => <Status job={job} /> },
  { title: 'Client', name: 'client_name' },
  { title: 'Due', name: 'execution_time', isTime: true, isExtra: true },
  { title: 'Ended', sort: 'end_time', isExtra: true, cell: ({ end_time: at }) => <Moment time={at} otherwise="" /> },
  {
    title: 'Results',
    width: '2fr',
    isExtra: true,
    cell: ({ domain_results: results, status_message: message }) =>
      results.length === 0 ? message : results.map((it) => resultText(it.domain_name, it.success)).join(', '),
  },
];

function Jobs() {
  const { answer } = useAnswer(call('GET /api/v2/clients', { query: { limit: 1000 } }));
  const clients = Object.fromEntries(answer?.data.map(({ id, name }) => [id, name]) ?? []);
  const filters: readonly Filter[] = [
    { name: 'status', label: 'State', kind: 'choice', choices: statuses },
    { name: 'client_id', label: 'Client', kind: 'choice', choices: clients },
    { name: 'event_title', label: 'Schedule', kind: 'part' },
    { name: 'domain_controller', label: 'Domain controller', kind: 'part' },
    { name: 'execution_time', label: 'Due from', kind: 'from' },
    { name: 'execution_time', label: 'Due before', kind: 'before' },
    ...options.map(([name, label]) => ({ name, label, kind: 'flag' as const })),
  ];
  return (
    <List
      heading="Jobs"
      ask={(query) => formCall('GET /api/v2/jobs', { query })}
      columns={columns}
      filters={filters}
      sort="-execution_time"
      none="No job yet. A client runs jobs when a schedule is due, or when someone starts one."
    />
  );
}

function Status({ job: { status } }: { readonly job: Pick<JobDto, 'status'> }) {
  return <span class={`state ${status}`}>{statuses[status]}</span>;
}

function Job({ id }: { readonly id: number }) {
  const path = { job_id: id };
  return (
    <>
      <Heading text={`Job ${id}`} />
      <Ask of={call('GET /api/v2/jobs/{job_id}', { path })} lines={8}>
        {({ data: job }) => (
          <>
            {(job.status === 'ready' || job.status === 'running') && (
              <Change
                label="Cancel the job"
                note="The service still reads the data that the job has sent."
                permission="collection:manage"
                isDanger
                ask={() => call('PUT /api/v2/jobs/{job_id}/cancel', { path })}
              />
            )}
            <JobFacts job={job} />
            <h2>What it collects</h2>
            <ScopeView scope={job} />
            <h2>Results</h2>
            {job.domain_results.length === 0 && <p>The job has no results yet.</p>}
            <div class="cards">
              {job.domain_results.map((result) => (
                <section key={result.id}>
                  <h3>{resultText(result.domain_name, result.success)}</h3>
                  {result.message && <p>{result.message}</p>}
                  <Pairs of={countsOf(result)} />
                </section>
              ))}
            </div>
            <h2>Log</h2>
            <Ask of={call('GET /api/v2/jobs/{job_id}/log', { path })} lines={5}>
              {({ data: { log } }) => <pre tabIndex={0}>{log || 'The log is empty.'}</pre>}
            </Ask>
          </>
        )}
      </Ask>
    </>
  );
}

function JobFacts({ job }: { readonly job: JobRecordDto }) {
  const { event_id: event, event_title: title } = job;
  const schedule = title || `Schedule ${event.int32}`;
  return (
    <Pairs
      of={{
        State: <Status job={job} />,
        Message: job.status_message,
        Client: <a href={linkTo(`/clients/${job.client_id}`)}>{job.client_name}</a>,
        Schedule: event.valid ? <a href={linkTo(`/events/${event.int32}`)}>{schedule}</a> : title || 'Started by hand',
        'Domain controller': job.domain_controller,
        Due: <Moment time={job.execution_time} />,
        Started: job.start_time && <Moment time={job.start_time} />,
        Ended: job.end_time && <Moment time={job.end_time} />,
        'Last data': job.last_ingest && <Moment time={job.last_ingest} />,
        'Log of the collector': job.log_path,
      }}
    />
  );
}

/** The counts of a domain's results, without those that are zero. */
function countsOf(result: object): Readonly<Record<string, string>> {
  const counts = Object.entries(result).flatMap(([name, value]) =>
    name.endsWith('_count') && value > 0 ? [[titleOf(name.replace('_count', 's')), number(value)]] : [],
  );
  return Object.fromEntries(counts);
}

function resultText(domain: string, success: boolean): string {
  return `${domain} ${success ? '✓' : '✗ failed'}`;
}
