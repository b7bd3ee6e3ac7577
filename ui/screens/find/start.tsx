import { call } from '../../api/call.js';
import { linkTo } from '../../base/address.js';
import { type Environment, oldSince, useEnvironments } from '../../base/environments.js';
import { number } from '../../base/format.js';
import { Heading } from '../../base/heading.js';
import { KindIcon } from '../../base/kind-icon.js';
import { ObjectLink } from '../../base/object-link.js';
import { recentObjects } from '../../base/recent.js';
import { may, session } from '../../base/session.js';
import { Answered } from '../../base/states.js';
import { useStore } from '../../base/store.js';
import { useAnswer } from '../../base/use-answer.js';
import { questionsOf } from './questions.js';
import { texts } from './texts.js';

const DAY_MS = 86_400_000;

/** Find without a query: the state of the graph, and where to begin. */
export function Start() {
  const environments = useEnvironments();
  const canUpload = may(useStore(session), 'ingest:write');
  if (environments?.length === 0)
    return (
      <>
        <Heading text={texts.empty} />
        <p>{texts.emptyNote}</p>
        {canUpload && (
          <a class="button main" href={linkTo('/data/uploads')}>
            {texts.uploadFiles}
          </a>
        )}
      </>
    );
  return (
    <>
      <Heading text={texts.title} />
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
  return old.length > 0 ? <p class="note">{texts.old(old.map(({ name }) => name))}</p> : null;
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
      <h2 id="state">{texts.state}</h2>
      <h3>{texts.environments}</h3>
      <ul class="plain">
        {environments?.map(({ id, name, isCloud, isCollected, lastSeen }) => (
          <li key={id}>
            <ObjectLink id={id} name={name} kind={isCloud ? 'AZTenant' : 'Domain'} />{' '}
            <span class="muted">{isCollected ? texts.seen(lastSeen) : texts.notCollected}</span>
          </li>
        ))}
      </ul>
      <h3>{texts.tierZero}</h3>
      <Answered asked={counts}>
        {({ data }) => (
          <>
            <p>{texts.tierZeroMembers(data.total_count)}</p>
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
      <h3>{texts.analysis}</h3>
      <Answered asked={analysis} lines={1}>
        {({ data: { last } }) => {
          if (!last) return <p>{texts.noRun}</p>;
          if (last.status === 'failed')
            return (
              <p class="failure">
                {texts.analysisFailed(last.reason ?? '')} <a href={linkTo('/data/analysis')}>{texts.runs}</a>
              </p>
            );
          return <p>{texts.lastRun(last.status, last.finished_at ?? last.requested_at)}</p>;
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
  const asked = useAnswer(call('GET /api/v2/file-upload', { query }));
  return (
    <>
      <h3>{texts.uploads}</h3>
      <Answered asked={asked}>
        {({ data }) =>
          data.length === 0 ? (
            <p>{texts.noUploads}</p>
          ) : (
            <ul class="plain">
              {data.map(({ id, user_name: user, total_files: files, failed_files: failed }) => (
                <li key={id}>
                  <a href={linkTo(`/data/uploads/${id}`)}>{texts.upload(id, user, files, failed)}</a>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </>
  );
}

function Questions({ environments }: { readonly environments: readonly Environment[] }) {
  return (
    <section aria-labelledby="questions">
      <h2 id="questions">{texts.questions}</h2>
      <ul class="plain">
        {questionsOf(environments).map(({ link, text }) => (
          <li key={link}>
            <a href={link}>{text}</a>
          </li>
        ))}
      </ul>
      <p>
        <a href={linkTo('/questions')}>{texts.allQuestions}</a>
      </p>
    </section>
  );
}

function Recent() {
  const recent = recentObjects();
  return (
    <section aria-labelledby="recent">
      <h2 id="recent">{texts.recent}</h2>
      {recent.length === 0 ? (
        <p>{texts.noRecent}</p>
      ) : (
        <ul class="plain">
          {recent.map(({ id, name, kind }) => (
            <li key={id}>
              <ObjectLink id={id} name={name} kind={kind} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
