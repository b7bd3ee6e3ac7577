import type { QualityData, ReportData, Shown } from './report-data.js';
import type { ReportSection } from './report-document.js';
import { momentText, percentText } from './report-texts.js';

const weekMs = 7 * 86_400_000;

function isOld({ lastSeen }: QualityData, madeAt: string): boolean {
  return Date.parse(madeAt) - Date.parse(lastSeen) > weekMs;
}

/** What a reader has to know before anything else. */
export function warningsOf({ quality, madeAt, notes }: ReportData, shown: Shown): string[] {
  const collected = quality.filter((it) => it.collected);
  const old = collected.filter((it) => isOld(it, madeAt));
  return [
    ...(collected.length === 0 ? ['Nothing has been collected: this report says nothing about the estate.'] : []),
    ...old.map((it) => `The data of ${shown(it)} are older than a week: they were last collected on ${it.lastSeen}.`),
    ...notes,
  ];
}

/** How good the data are. */
export function qualitySection(quality: readonly QualityData[], shown: Shown): ReportSection {
  const sentences = quality
    .filter(({ collected }) => collected)
    .flatMap((it) => [
      ...(it.sessions === 0 ? [`${shown(it)}: no sessions were collected, so ways over logons are missing.`] : []),
      ...(it.localGroups === 0
        ? [`${shown(it)}: no local groups were collected, so ways over local rights are missing.`]
        : []),
      ...(it.localGroups !== null && it.localGroups > 0 && it.localGroups < 0.5
        ? [`${shown(it)}: local groups of ${percentText(it.localGroups)} of the computers are known.`]
        : []),
    ]);
  return {
    name: 'quality',
    title: 'How good the data are',
    meaning:
      'What is not collected is not in this report. Shares are of the active users whose sessions were seen, and of the active computers whose local groups are known.',
    sentences,
    chart: null,
    tables: [
      {
        name: 'environments',
        title: 'Environments',
        columns: [
          { name: 'environment', title: 'Environment', type: 'text' },
          { name: 'collected', title: 'Collected', type: 'text' },
          { name: 'last_seen', title: 'Last data', type: 'time' },
          { name: 'sessions', title: 'Sessions', type: 'share' },
          { name: 'local_groups', title: 'Local groups', type: 'share' },
        ],
        rows: quality.map((it) => [shown(it), it.collected ? 'yes' : 'no', it.lastSeen, it.sessions, it.localGroups]),
        more: 0,
      },
    ],
  };
}

/** How it was computed, and what it can't say. */
export function methodSection(data: ReportData, shown: Shown): ReportSection {
  const asked = data.environments.map((id) => shown(data.quality.find((it) => it.id === id) ?? { id, name: id }));
  return {
    name: 'method',
    title: 'Method and limits',
    meaning: 'How this report was made.',
    sentences: [
      `Made at ${momentText(data.madeAt)} for ${data.madeBy}, by Graphward ${data.version} from version ${data.graphVersion} of the graph.`,
      `The period begins at ${momentText(data.since)}.`,
      asked.length === 0 ? 'It covers all environments.' : `It covers ${asked.join(', ')}.`,
      'It shows what the account that made it may see.',
      'Ways follow rights, memberships and sessions as they were collected. Some need further conditions in practice.',
      'An account counts as enabled unless it is known to be disabled.',
      'Sessions end, so that ways over them come and go.',
      'Numbers of changes compare two analyses; what came and went between them is not seen.',
      'Costs of changes are weights of their sorts, not money.',
      'Names come from collected files.',
    ],
    chart: null,
    tables: [],
  };
}
