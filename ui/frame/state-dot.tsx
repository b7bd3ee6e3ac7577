import { useEffect, useRef } from 'preact/hooks';
import { call } from '../api/call.js';
import type { AnalysisStatusDto } from '../api/schema.js';
import { failuresInRow, send } from '../api/send.js';
import { linkTo } from '../base/address.js';
import { oldSince } from '../base/environments.js';
import { reload } from '../base/session.js';
import { useAnswer } from '../base/states.js';

const states = {
  fresh: ['●', 'All data is analysed'],
  running: ['◐', 'An analysis is running'],
  behind: ['◒', 'The service still answers from the graph before the last analysis'],
  old: ['◌', 'A domain or tenant was last collected more than a day ago'],
  failed: ['▲', 'The last analysis failed'],
  away: ['▲', 'The last calls failed. The service is asked again every 3 s'],
  unknown: ['○', 'The state of the analysis is unknown'],
} as const;

const status = call('GET /api/v2/analysis/status');

/** Milliseconds between questions for the state. */
const QUIET = 60_000;
const BUSY = 3000;

/** The state of the data, as a link to the runs of the analysis. */
export function StateDot() {
  const state = useState();
  const [shape, text] = states[state];
  return (
    <a class={`dot ${state}`} href={linkTo('/data/analysis')} aria-label={text} title={text}>
      {shape}
    </a>
  );
}

function useState(): keyof typeof states {
  const { answer, error } = useAnswer(status, ({ data }) => (data.status === 'idle' && !isBehind(data) ? QUIET : BUSY));
  const query = { last_seen: [`lt:${oldSince()}`], limit: 1 };
  const domains = useAnswer(call('GET /api/v2/ad-domains', { query: { ...query, collected: ['true'] } }));
  const tenants = useAnswer(call('GET /api/v2/cloud-tenants', { query }));
  const isAway = useIsAway();
  if (isAway) return 'away';
  if (error || !answer) return 'unknown';
  return stateOf(answer.data) ?? (domains.answer?.count || tenants.answer?.count ? 'old' : 'fresh');
}

/** Null if the analysis is as it should be. */
function stateOf(analysis: AnalysisStatusDto): 'running' | 'failed' | 'behind' | null {
  if (analysis.status !== 'idle') return 'running';
  if (analysis.last?.status === 'failed') return 'failed';
  return isBehind(analysis) ? 'behind' : null;
}

/** Whether two calls in a row failed. Asks again after each failure, and loads the view again if the service was away. */
function useIsAway(): boolean {
  const failures = failuresInRow.value;
  const hasFailed = useRef(false);
  const isAsking = useRef(false);
  useEffect(() => {
    if (failures === 0) return undefined;
    const ask = async () => {
      // The call waits and asks again itself if the service says when.
      if (isAsking.current) return;
      isAsking.current = true;
      try {
        await send(status, { isBackground: true });
        if (hasFailed.current) reload();
        hasFailed.current = false;
      } catch {
        hasFailed.current = true;
      }
      isAsking.current = false;
    };
    const timer = setTimeout(() => void ask(), BUSY);
    return () => clearTimeout(timer);
  }, [failures]);
  return failures >= 2;
}

/** Whether answers are from a version before the last analysis. */
function isBehind({ last, graph_version: version }: AnalysisStatusDto): boolean {
  return (version ?? -1) < (last?.summary?.graph_version ?? -1);
}
