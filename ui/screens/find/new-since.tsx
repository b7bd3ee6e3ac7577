import { callTo } from '../../api/call.js';
import { address, linkTo } from '../../base/address.js';
import { counted, day } from '../../base/format.js';
import { EdgeLink, Lines, ObjectLink, Section } from '../../base/parts.js';
import { about, ownSessionCall } from '../../base/session.js';
import { Ask, useAnswer } from '../../base/states.js';
import { historyCall } from './trend.js';

/** The answer of `groups=true`, which the document describes beside the main one. */
interface GroupsAnswer {
  readonly count: number;
  readonly data: readonly {
    readonly edge: Readonly<Record<'source' | 'source_name' | 'kind' | 'target' | 'target_name', string>> | null;
    readonly accounts: number;
    readonly objectid: string;
    readonly name: string;
    readonly kind: string;
  }[];
}

const WEEK_MS = 7 * 86_400_000;
const MOST = 5;

/** What is new since a time in the address, or since the former visit of the account, or for seven days. */
export function NewSince() {
  const history = useAnswer(historyCall()).answer?.data.points;
  const own = useAnswer(ownSessionCall());
  const isKnown = history !== undefined && !own.isLoading;
  const visit = own.answer?.data[0]?.former_visit.time ?? null;
  const since =
    address.value.query.get('since') ??
    (isKnown
      ? sinceOf(
          history.map(({ at }) => at),
          visit,
        )
      : undefined);
  return (
    <Section title="What is new">
      {isKnown && since === undefined && <p>Changes are known from the second analysis on.</p>}
      {since !== undefined && <Ways since={since} />}
    </Section>
  );
}

/**
 * The newest analysis before the former visit, or before a week; the first one if all are younger. Undefined: there is nothing to compare.
 */
function sinceOf(times: readonly string[], visit: string | null): string | undefined {
  const limit = visit === null ? Date.now() - WEEK_MS : Date.parse(visit);
  return times.length < 2 ? undefined : (times.findLast((it) => Date.parse(it) < limit) ?? times[0]);
}

function Ways({ since }: { readonly since: string }) {
  const ask = callTo<GroupsAnswer>('/api/v2/graphs/new-ways', { since, groups: true, limit: MOST });
  return (
    <Ask of={ask} lines={4} expected={(error) => error.status === 400 && <p>{error.faults[0]?.message}</p>}>
      {({ count, data }) => (
        <>
          <p>
            Since {since.startsWith('-') ? 'then' : day(since)}:{' '}
            {count === 0
              ? 'no account has a new way to tier zero.'
              : 'new ways to tier zero, by the edge that opened them.'}
          </p>
          <Lines
            of={data}
            line={({ edge, accounts, objectid, name, kind }) => (
              <>
                {counted(accounts, 'account')}{' '}
                {edge ? (
                  <>
                    by <EdgeLink source={edge.source} target={edge.target} kind={edge.kind} /> from{' '}
                    <ObjectLink id={edge.source} name={edge.source_name} /> to{' '}
                    <ObjectLink id={edge.target} name={edge.target_name} />
                  </>
                ) : (
                  <>
                    without a new edge, such as <ObjectLink id={objectid} name={name} kind={kind} />
                  </>
                )}
              </>
            )}
          />
          <p class="row">
            <a href={linkTo('/new-ways', { since })}>All new ways</a>
            <a href={linkTo('/changes', { since })}>All changes</a>
            {about.value?.capabilities.includes('findings') && <a href={linkTo('/findings')}>Findings</a>}
          </p>
        </>
      )}
    </Ask>
  );
}
