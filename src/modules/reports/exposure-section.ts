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
    chart:
      lines.length > 0 ? { title: 'Share of accounts that reach tier zero', lines: lines.slice(0, mostLines) } : null,
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
        title: 'Tier zero at the beginning of the period and at its end',
        columns: [
          { name: 'environment', title: 'Environment', type: 'text' },
          { name: 'since', title: 'First analysis', type: 'time' },
          { name: 'before', title: 'Share then', type: 'share' },
          { name: 'after', title: 'Share at the last analysis', type: 'share' },
        ],
        rows: lines.map(({ name, points }) => {
          const [first, last] = [points[0]!, points.at(-1)!];
          return [name, first.at, first.share, last.share];
        }),
        more: 0,
      },
    ],
  };
}

/** One line for each environment, the most exposed ones first. */
function linesOf(history: readonly ExposurePoint[], shown: Shown): ChartLine[] {
  const byId = new Map<string, { name: string; points: { at: string; share: number }[] }>();
  for (const { at, share, ...environment } of history) {
    const line = byId.get(environment.id) ?? { name: shown(environment), points: [] };
    byId.set(environment.id, line);
    line.points.push({ at, share });
  }
  return [...byId.values()].toSorted((one, other) => lastOf(other) - lastOf(one) || (one.name < other.name ? -1 : 1));
}

function lastOf({ points }: ChartLine): number {
  return points.at(-1)?.share ?? 0;
}
