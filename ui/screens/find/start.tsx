import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import { linkTo } from '../../base/address.js';
import { type Environment, oldSince, useEnvironments } from '../../base/environments.js';
import { counted, day, moment, number } from '../../base/format.js';
import { KindIcon } from '../../base/kind-icon.js';
import { Button, Heading, ObjectLink, objectPath } from '../../base/parts.js';
import { forgetRecent, recentObjects } from '../../base/recent.js';
import { useMay } from '../../base/session.js';
import { Answered, Ask, useAnswer } from '../../base/states.js';
import { NoData } from './no-data.js';

const DAY_MS = 86_400_000;

/** Find without a query: the state of the graph, and where to begin. */
export function Start() {
  const environments = useEnvironments();
  const canUpload = useMay('ingest:write');
  if (environments?.length === 0) return <NoData />;
  return (
    <>
      <Heading text="Find" />
      <OldData environments={environments ?? []} />
      <div class="cards">
        <State environments={environments} canUpload={canUpload} />
        <Questions environments={environments ?? []} />
        <Recent />
      </div>
    </>
  );
}

function OldData({ environments }: { readonly environments: readonly Environment[] }) {
  const old = environments.filter((it) => it.isCollected && Date.parse(it.lastSeen) < Date.parse(oldSince()));
  return old.length > 0 ? (
    <p class="note">
      The last collection of {old.map(({ name }) => name).join(', ')} is older than a day. Answers may be outdated.
    </p>
  ) : null;
}

interface StateProps {
  readonly environments: readonly Environment[] | undefined;
  readonly canUpload: boolean;
}

function State({ environments, canUpload }: StateProps) {
  const path = { asset_group_id: 1 };
  const counts = useAnswer(call('GET /api/v2/asset-groups/{asset_group_id}/members/counts', { path }));
  const analysis = useAnswer(call('GET /api/v2/analysis/status'));
  return (
    <section aria-labelledby="state" aria-busy={environments === undefined}>
      <h2 id="state">State of the graph</h2>
      <h3>Domains and tenants</h3>
      <ul class="plain">
        {environments?.map(({ id, name, isCloud, isCollected, lastSeen }) => (
          <li key={id}>
            <ObjectLink id={id} name={name} kind={isCloud ? 'AZTenant' : 'Domain'} />{' '}
            <span class="muted">{isCollected ? `last seen ${day(lastSeen)}` : 'only mentioned'}</span>
          </li>
        ))}
      </ul>
      <h3>Tier zero</h3>
      <Answered asked={counts}>
        {({ data }) => (
          <>
            <p>{counted(data.total_count, 'object')} in tier zero</p>
            <ul class="plain columns">
              {Object.entries(data.counts).map(([kind, count]) => (
                <li key={kind}>
                  <KindIcon kind={kind} /> {kind} <span class="muted">{number(count)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Answered>
      <h3>Analysis</h3>
      <Answered asked={analysis} lines={1}>
        {({ data: { last } }) => {
          if (!last) return <p>No analysis has run yet.</p>;
          if (last.status === 'failed')
            return (
              <p class="failure">
                The last analysis failed: {last.reason ?? ''}{' '}
                <a href={linkTo('/data/analysis')}>Runs of the analysis</a>
              </p>
            );
          return (
            <p>
              The last run is {last.status}, {moment(last.finished_at ?? last.requested_at)}.
            </p>
          );
        }}
      </Answered>
      {canUpload && <Uploads />}
    </section>
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
        {({ data }) =>
          data.length === 0 ? (
            <p>None</p>
          ) : (
            <ul class="plain">
              {data.map(({ id, user_name: user, total_files: files, failed_files: failed }) => (
                <li key={id}>
                  <a href={linkTo(`/data/uploads/${id}`)}>
                    Upload {number(id)} of {user}: {counted(files, 'file')}
                    {failed > 0 ? `, ${number(failed)} failed` : ''}
                  </a>
                </li>
              ))}
            </ul>
          )
        }
      </Ask>
    </>
  );
}

function Questions({ environments }: { readonly environments: readonly Environment[] }) {
  return (
    <section aria-labelledby="questions">
      <h2 id="questions">Questions</h2>
      <ul class="plain">
        {questionsOf(environments).map(({ link, text }) => (
          <li key={link}>
            <a href={link}>{text}</a>
          </li>
        ))}
      </ul>
      <p>
        <a href={linkTo('/questions')}>All questions</a>
      </p>
    </section>
  );
}

function Recent() {
  const [recent, setRecent] = useState(recentObjects);
  const forget = () => {
    forgetRecent();
    setRecent([]);
  };
  return (
    <section aria-labelledby="recent">
      <h2 id="recent">Recently seen by you</h2>
      {recent.length === 0 ? (
        <p>None yet</p>
      ) : (
        <>
          <ul class="plain">
            {recent.map(({ id, name, kind }) => (
              <li key={id}>
                <ObjectLink id={id} name={name} kind={kind} />
              </li>
            ))}
          </ul>
          <p>
            <Button label="Forget them" run={forget} />
          </p>
        </>
      )}
    </section>
  );
}

export interface Question {
  readonly text: string;
  readonly link: string;
}

/** Questions about the first collected domain, the first tenant, and paths. Each link is a call that the API answers. */
export function questionsOf(environments: readonly Environment[]): readonly Question[] {
  const domain = environments.find((it) => !it.isCloud && it.isCollected);
  const tenant = environments.find((it) => it.isCloud);
  const end = { end_tag: 'tier_zero', only_traversable: 'true' };
  return [
    { text: 'How do owned objects reach tier zero?', link: linkTo('/paths', { start_tag: 'owned', ...end }) },
    { text: 'Which users reach tier zero, and how?', link: linkTo('/paths', { start_kind: 'User', ...end }) },
    ...(domain ? ofDomain(domain.name).map(questionOf(domain)) : []),
    ...(tenant ? ofTenant(tenant.name).map(questionOf(tenant)) : []),
  ];
}

function questionOf({ id }: Environment) {
  return ([list, text]: readonly [string, string]): Question => ({ text, link: objectPath(id, { list }) });
}

type Lists = readonly (readonly [list: string, question: string])[];

const ofDomain = (name: string): Lists => [
  ['dc-syncers', `Who can copy all secrets of ${name}?`],
  ['controllers', `Who controls ${name}?`],
  ['adcs-escalations', `Who can take over ${name} by its certificates?`],
  ['foreign-admins', `Who outside of ${name} administers its computers?`],
  ['foreign-users', `Which users of other domains are in groups of ${name}?`],
  ['foreign-groups', `Which groups of other domains are in groups of ${name}?`],
  ['linked-gpos', `Which policies apply to ${name}?`],
  ['outbound-trusts', `Which domains does ${name} trust?`],
];

const ofTenant = (name: string): Lists => [
  ['inbound-control', `Who controls the tenant ${name}?`],
  ['descendent-service-principals', `Which service principals are in ${name}?`],
];
