import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import type { AnalysisStatusDto } from '../../api/schema.js';
import { linkTo } from '../../base/address.js';
import { type Environment, oldSince, useEnvironments } from '../../base/environments.js';
import { counted, day, moment, number } from '../../base/format.js';
import { KindIcon } from '../../base/kind-icon.js';
import { Button, Heading, Lines, ObjectLink, objectPath, Section } from '../../base/parts.js';
import { forgetRecent, recentObjects } from '../../base/recent.js';
import { may, seesAll } from '../../base/session.js';
import { Ask } from '../../base/states.js';
import { NoData } from './no-data.js';

const DAY_MS = 86_400_000;

/** Find without a query: the state of the graph, and where to begin. */
export function Start() {
  const environments = useEnvironments();
  if (environments?.length === 0) return <NoData />;
  const since = oldSince();
  const old = environments?.filter((it) => it.isCollected && it.lastSeen < since).map(({ name }) => name) ?? [];
  return (
    <>
      <Heading text="Find" />
      {old.length > 0 && (
        <p class="note">The last collection of {old.join(', ')} is older than a day. Answers may be outdated.</p>
      )}
      <div class="cards" aria-busy={environments === undefined}>
        <State environments={environments ?? []} />
        <Section title="Questions">
          <Lines of={questionsOf(environments ?? [])} line={({ link, text }) => <a href={link}>{text}</a>} />
          <p>
            <a href={linkTo('/questions')}>All questions</a>
          </p>
        </Section>
        <Recent />
      </div>
    </>
  );
}

function State({ environments }: { readonly environments: readonly Environment[] }) {
  const path = { asset_group_id: 1 };
  const canUpload = may('ingest:write');
  return (
    <Section title="State of the graph">
      <h3>Environments</h3>
      <Lines
        of={environments}
        line={({ id, name, kind, isCollected, lastSeen }) => (
          <>
            <ObjectLink id={id} name={name} kind={kind} />{' '}
            <span class="muted">{isCollected ? `last seen ${day(lastSeen)}` : 'only mentioned'}</span>
          </>
        )}
      />
      <h3>Tier zero</h3>
      <Ask of={call('GET /api/v2/asset-groups/{asset_group_id}/members/counts', { path })}>
        {({ data }) => (
          <>
            <p>{counted(data.total_count, 'object')} in tier zero</p>
            <Lines
              of={Object.entries(data.counts)}
              look="columns"
              line={([kind, count]) => (
                <>
                  <KindIcon kind={kind} /> {kind} <span class="muted">{number(count)}</span>
                </>
              )}
            />
          </>
        )}
      </Ask>
      {seesAll() ? (
        <>
          <h3>Analysis</h3>
          <Ask of={call('GET /api/v2/analysis/status')} lines={1}>
            {({ data: { last } }) => <LastRun last={last} />}
          </Ask>
        </>
      ) : (
        <p class="muted">Your account sees these environments only. All figures are of their objects.</p>
      )}
      {canUpload && <Uploads />}
    </Section>
  );
}

function LastRun({ last }: Pick<AnalysisStatusDto, 'last'>) {
  if (!last) return <p>No analysis has run yet.</p>;
  const time = moment(last.finished_at ?? last.requested_at);
  if (last.status !== 'failed') return <p>{`The last run is ${last.status}, ${time}.`}</p>;
  return (
    <p class="failure">
      The last analysis failed: {last.reason ?? ''} <a href={linkTo('/data/analysis')}>Runs of the analysis</a>
    </p>
  );
}

/** The hour is the same for all calls of an hour, so that the call does not change with each drawing. */
function Uploads() {
  const since = new Date(Math.floor((Date.now() - DAY_MS) / 3_600_000) * 3_600_000).toISOString();
  const query = { limit: 5, sort_by: ['-start_time'], start_time: [`gte:${since}`] } as const;
  return (
    <>
      <h3>Uploads of the last day</h3>
      <Ask of={call('GET /api/v2/file-upload', { query })}>
        {({ data }) => (
          <>
            {data.length === 0 && <p>None</p>}
            <Lines
              of={data}
              line={({ id, user_name: user, total_files: files, failed_files: failed }) => (
                <a href={linkTo(`/data/uploads/${id}`)}>
                  Upload {number(id)} of {user}: {counted(files, 'file')}
                  {failed > 0 ? `, ${number(failed)} failed` : ''}
                </a>
              )}
            />
          </>
        )}
      </Ask>
    </>
  );
}

function Recent() {
  const [recent, setRecent] = useState(recentObjects);
  const forget = () => {
    forgetRecent();
    setRecent([]);
  };
  return (
    <Section title="Recently seen by you">
      {recent.length === 0 && <p>None yet</p>}
      <Lines of={recent} line={({ id, name, kind }) => <ObjectLink id={id} name={name} kind={kind} />} />
      {recent.length > 0 && <Button label="Forget them" run={forget} />}
    </Section>
  );
}

interface Question {
  readonly text: string;
  readonly link: string;
}

/** Questions about the first collected domain, the first tenant, and paths. Each link is a call that the API answers. */
function questionsOf(environments: readonly Environment[]): readonly Question[] {
  const domain = environments.find((it) => it.type === 'domain' && it.isCollected);
  const tenant = environments.find((it) => it.type === 'tenant');
  const end = { end_tag: 'tier_zero', only_traversable: 'true' };
  return [
    { text: 'How do owned objects reach tier zero?', link: linkTo('/paths', { start_tag: 'owned', ...end }) },
    { text: 'Which users reach tier zero, and how?', link: linkTo('/paths', { start_kind: 'User', ...end }) },
    ...(domain ? about(domain, listsOfDomain) : []),
    ...(tenant ? about(tenant, listsOfTenant) : []),
  ];
}

function about({ id, name }: Environment, lists: readonly (readonly [list: string, text: string])[]) {
  return lists.map(([list, text]) => ({ text: text.replace('{name}', () => name), link: objectPath(id, { list }) }));
}

const listsOfDomain = [
  ['dc-syncers', 'Who can copy all secrets of {name}?'],
  ['controllers', 'Who controls {name}?'],
  ['adcs-escalations', 'Who can take over {name} by its certificates?'],
  ['foreign-admins', 'Who outside of {name} administers its computers?'],
  ['foreign-users', 'Which users of other domains are in groups of {name}?'],
  ['foreign-groups', 'Which groups of other domains are in groups of {name}?'],
  ['linked-gpos', 'Which policies apply to {name}?'],
  ['outbound-trusts', 'Which domains does {name} trust?'],
] as const;

const listsOfTenant = [
  ['inbound-control', 'Who controls the tenant {name}?'],
  ['descendent-service-principals', 'Which service principals are in {name}?'],
] as const;
