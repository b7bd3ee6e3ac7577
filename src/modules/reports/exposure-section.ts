import type { ExposurePoint, ReportData, Shown } from './report-data.js';
import type { ChartLine, ReportSection } from './report-document.js';
import { percentText } from './report-texts.js';

/** Lines that a reader can tell apart. */
const mostLines = 5;

/** How bad it is: who reaches tier zero and other tags, now and before. */
export function exposureSection({ zones, history }: ReportData, shown: Shown): ReportSection {
  const lines = linesOf(history, shown);
  return {
    name: 'exposure',
    title: 'How bad it is',
    meaning:
      'An account reaches a tag if a way of rights, memberships and sessions leads from it to a member. Counted are enabled accounts outside of the tag, over all ways that were collected.',
    sentences: [
      ...zones.map(({ tag, accounts, reaching }) =>
        accounts === 0
          ? `${tag}: there are no enabled accounts.`
          : `${tag}: ${reaching} of ${accounts} accounts (${percentText(reaching / accounts)}) reach it.`,
      ),
      ...(lines.length === 0 ? ['How it was at the beginning of the period is not known.'] : []),
    ],
    chart: lines.length > 0 ? chartOf(lines.slice(0, mostLines)) : null,
    tables: [
      {
        name: 'environments',
        title: 'By environment',
        columns: [
          { name: 'tag', title: 'Tag', type: 'text' },
          { name: 'environment', title: 'Environment', type: 'text' },
          { name: 'accounts', title: 'Accounts', type: 'count' },
          { name: 'reaching', title: 'Reach it', type: 'count' },
          { name: 'share', title: 'Share', type: 'share' },
        ],
        rows: zones.flatMap(({ tag, environments }) =>
          environments.map((it) => [
            tag,
            shown(it),
            it.accounts,
            it.reaching,
            it.accounts === 0 ? null : it.reaching / it.accounts,
          ]),
        ),
        more: 0,
      },
      {
        name: 'history',
        title: 'At the beginning of the period and at its end',
        columns: [
          { name: 'tag', title: 'Tag', type: 'text' },
          { name: 'environment', title: 'Environment', type: 'text' },
          { name: 'since', title: 'First analysis', type: 'time' },
          { name: 'before', title: 'Share then', type: 'share' },
          { name: 'after', title: 'Share at the last analysis', type: 'share' },
        ],
        rows: lines.map(({ tag, name, points }) => {
          const [first, last] = [points[0]!, points.at(-1)!];
          return [tag, name, first.at, first.share, last.share];
        }),
        more: 0,
      },
    ],
  };
}

interface TagLine extends ChartLine {
  readonly tag: string;
}

/** Names of lines have their tag only if there are several. */
function chartOf(lines: readonly TagLine[]): ReportSection['chart'] {
  const tags = new Set(lines.map(({ tag }) => tag));
  const [only] = tags;
  return {
    title: `Share of accounts that reach ${tags.size === 1 ? only : 'it'}`,
    lines: lines.map(({ tag, name, points }) => ({ name: tags.size === 1 ? name : `${tag}: ${name}`, points })),
  };
}

/** One line for each tag and environment, the most exposed ones first. */
function linesOf(history: readonly ExposurePoint[], shown: Shown): TagLine[] {
  const byKey = new Map<string, TagLine & { points: { at: string; share: number }[] }>();
  for (const { at, share, tag, id, name } of history) {
    const key = JSON.stringify([tag, id]);
    const line = byKey.get(key) ?? { tag, name: id === '' ? name : shown({ id, name }), points: [] };
    byKey.set(key, line);
    line.points.push({ at, share });
  }
  return [...byKey.values()].toSorted((one, other) => lastOf(other) - lastOf(one) || (one.name < other.name ? -1 : 1));
}

function lastOf({ points }: ChartLine): number {
  return points.at(-1)?.share ?? 0;
}
