import type { FindingData, Known, PlanData } from './report-data.js';
import type { ReportSection } from './report-document.js';
import { countText, momentText } from './report-texts.js';

/** What to do first: the first stage of the plan. */
export function planSection(plan: Known<PlanData>, hidesNames: boolean): ReportSection {
  const sentences = plan.known ? planSentences(plan.value) : [`Not known: ${plan.reason}.`];
  const steps = plan.known ? plan.value.steps : [];
  return {
    name: 'plan',
    title: 'What to do first',
    meaning:
      'The cheapest changes after which fewer accounts reach tier zero, computed over all ways at once. Each change was tried in a copy of the graph.',
    sentences,
    chart: null,
    tables: [
      {
        name: 'steps',
        title: 'Changes',
        columns: [
          { name: 'step', title: 'Change', type: 'text' },
          { name: 'cost', title: 'Cost', type: 'count' },
          { name: 'cut_off', title: 'Accounts cut off', type: 'count' },
          { name: 'remaining', title: 'Still reach it', type: 'count' },
          { name: 'takes_away', title: 'Takes away', type: 'text' },
          { name: 'remedy', title: 'How', type: 'text' },
        ],
        rows: steps.map(({ text, nameless, cost, cutOff, remaining, lost, remedy }) => [
          hidesNames ? nameless : text,
          cost,
          cutOff,
          remaining,
          lost.pairs === 0
            ? 'nothing else'
            : `${countText(lost.pairs, 'right')} of ${countText(lost.accounts, 'account')}`,
          remedy,
        ]),
        more: 0,
      },
    ],
  };
}

function planSentences({ at, exposed, remaining, structural, steps }: PlanData): string[] {
  const ofRun = `The plan is of the analysis that ended at ${momentText(at)}.`;
  if (exposed === 0) return ['No account reaches tier zero.', ofRun];
  if (steps.length === 0)
    return [`${countText(exposed, 'account')} reach tier zero, and no change cuts one off.`, ofRun];
  return [
    `${countText(exposed, 'account')} reach tier zero. After the ${countText(steps.length, 'change')} below, ${remaining} do.`,
    ...(structural > 0 ? [`${countText(structural, 'account')} have a way that no change cuts.`] : []),
    ofRun,
  ];
}

/** Findings, those with the most effect first. */
export function findingsSection(findings: Known<readonly FindingData[]>): ReportSection {
  const rows = findings.known ? findings.value : [];
  return {
    name: 'findings',
    title: 'Findings by effect',
    meaning:
      'Weaknesses that the last analysis found, ordered by the accounts that lose their last way into tier zero if the worst one of the type is removed. Accepted findings are left out.',
    sentences: findings.known
      ? rows.length === 0
        ? ['There are no open findings.']
        : []
      : [`Not known: ${findings.reason}.`],
    chart: null,
    tables: [
      {
        name: 'findings',
        title: 'Types of findings',
        columns: [
          { name: 'finding', title: 'Finding', type: 'text' },
          { name: 'severity', title: 'Worst', type: 'text' },
          { name: 'open', title: 'Open', type: 'count' },
          { name: 'freed', title: 'Accounts that one removal cuts off', type: 'count' },
          { name: 'exposed', title: 'Accounts that can use one', type: 'count' },
          { name: 'added', title: 'New', type: 'count' },
          { name: 'resolved', title: 'Resolved', type: 'count' },
          { name: 'remedy', title: 'What mends it', type: 'text' },
        ],
        rows: rows.map((it) => [
          it.title,
          it.severity,
          it.open,
          it.freed,
          it.exposed,
          it.added,
          it.resolved,
          it.remedy,
        ]),
        more: 0,
      },
    ],
  };
}
