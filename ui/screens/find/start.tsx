import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import { linkTo } from '../../base/address.js';
import { type Environment, oldSince, useEnvironments } from '../../base/environments.js';
import { counted, day } from '../../base/format.js';
import { Button, Heading, Lines, ObjectLink, Section } from '../../base/parts.js';
import { Lazy } from '../../base/lazy.js';
import { forgetRecent, recentObjects } from '../../base/recent.js';
import { seesAll } from '../../base/session.js';
import { Copy, Ask } from '../../base/states.js';
import { FirstStage } from './first-stage.js';
import { NewSince } from './new-since.js';
import { questionsOf } from './questions.js';
import { sampleName } from './sample-name.js';
import { doubtsOf, sentenceOf } from './sentences.js';
import { Trend } from './trend.js';

/** Milliseconds until a plan that is being made is asked for again. */
const PAUSE = 5000;

const DAY_MS = 86_400_000;

/** Find without a query: how bad it is, what to do first, what is new, and how good the data are. */
export function Start() {
  const environments = useEnvironments();
  if (environments?.length === 0) return <Lazy load={loadNoData} props={{}} />;
  return (
    <>
      <Heading text="Find" />
      <State environments={environments ?? []} />
      <div class="cards" aria-busy={environments === undefined}>
        <Data environments={environments ?? []} />
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

const loadNoData = () => import('./no-data.js').then(({ NoData }) => NoData);

function State({ environments }: { readonly environments: readonly Environment[] }) {
  const notCollected = environments.filter((it) => !it.isCollected).map(({ name }) => name);
  return (
    <Ask
      of={call('GET /api/v2/graphs/overview')}
      again={({ data }) => (data.plan_state === 'pending' || (data.run_id !== null && !data.is_current) ? PAUSE : null)}
      lines={6}
    >
      {({ data: overview, analysed_at: analysedAt, stale_since: staleSince, notes }) => {
        const facts = { overview, analysedAt, staleSince, notes, notCollected };
        return (
          <>
            <p class="lead" role="status">
              {sentenceOf(facts)}
            </p>
            <Lines of={doubtsOf(facts)} look="doubts" line={(it) => it} />
            <div class="cards">
              {overview.plan && <FirstStage {...overview.plan} />}
              {overview.run_id !== null && <Trend />}
              {overview.run_id !== null && <NewSince />}
            </div>
          </>
        );
      }}
    </Ask>
  );
}

function Data({ environments }: { readonly environments: readonly Environment[] }) {
  const since = oldSince();
  return (
    <Section title="How good the data are">
      <Lines
        of={environments}
        line={({ id, name, kind, isCollected, lastSeen }) => (
          <>
            <ObjectLink id={id} name={name} kind={kind} />{' '}
            <span class="muted">
              {isCollected ? `last seen ${day(lastSeen)}` : 'only mentioned, not collected'}
              {isCollected && lastSeen < since && `, ${counted(daysSince(lastSeen), 'day')} ago`}
            </span>
          </>
        )}
      />
      {!seesAll() && <p class="muted">Your account sees these environments only. All figures are of their objects.</p>}
      <p>
        <a href={linkTo('/data/quality')}>Data quality</a>
      </p>
      {environments.some(({ name }) => name === sampleName) && (
        <p>
          {sampleName} is the sample. An administrator removes it, with all other data, by{' '}
          <Copy text="DELETE /api/v2/graph" />
        </p>
      )}
    </Section>
  );
}

function daysSince(time: string): number {
  return Math.floor((Date.now() - Date.parse(time)) / DAY_MS);
}

function Recent() {
  const [recent, setRecent] = useState(recentObjects);
  if (recent.length === 0) return null;
  const forget = () => {
    forgetRecent();
    setRecent([]);
  };
  return (
    <Section title="Recently seen by you">
      <Lines of={recent} line={({ id, name, kind }) => <ObjectLink id={id} name={name} kind={kind} />} />
      <Button label="Forget them" run={forget} />
    </Section>
  );
}
