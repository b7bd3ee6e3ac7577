import type { Request } from 'express';
import { escapedMarkdown as escaped } from '../../base/values/markdown-text.js';
import type { PlanDto } from './plan.dto.js';

/** A plan as a page to send: stages, steps with their remedies, and the certificate in words. */
export function planMarkdown(plan: PlanDto): string {
  const { exposed, remaining, cost, lower_bound: bound, smallest, stages, steps, certificate, structural } = plan;
  const lines = [
    '# Plan of fixes',
    '',
    `${exposed} accounts reach tier zero, or the ends that were asked for. After ${steps.length} fixes of cost ${cost}, ${remaining} do.`,
    smallest ? 'No cheaper plan leaves as few.' : `A plan that leaves as few costs ${bound} at least.`,
    '',
    '## Stages',
    '',
    '| fixes | cost | accounts that stay | proven |',
    '| --- | --- | --- | --- |',
    ...stages.map((it) => `| ${it.steps} | ${it.cost} | ${it.remaining} | ${it.proven ? 'yes' : 'no'} |`),
    '',
    '## Steps',
    '',
    ...steps.flatMap((step, index) => [
      `${index + 1}. **${escaped(step.text)}** (cost ${step.cost}, stage ${step.stage}; ${step.remaining_after} accounts stay)`,
      ...(step.remedy ? [`   ${step.remedy}`] : []),
      ...(step.takes_away.pairs > 0
        ? [`   It takes ${step.takes_away.pairs} rights from ${step.takes_away.accounts} accounts.`]
        : []),
    ]),
  ];
  if (structural.count > 0)
    lines.push(
      '',
      '## Accounts that no fix cuts off',
      '',
      `${structural.count} accounts have a way that nobody cuts.`,
      ...structural.accounts.map(({ name, way }) => `- ${escaped(name)}: ${wayText(way)}`),
      '',
      ...structural.answers,
    );
  if (certificate)
    lines.push(
      '',
      '## Why not fewer?',
      '',
      `Each plan holds a fix of each of these ways. Their weights, in parts of ${certificate.denominator}, add up to ${certificate.sum} (${certificate.shown} of ${certificate.of} ways are shown), and the ways that one fix cuts carry no more than it costs.`,
      ...certificate.ways.flatMap(({ account, way, weight, fixes }) => [
        `- ${escaped(account.name)} (weight ${weight}): ${wayText(way)}`,
        ...fixes.map(({ text, cost: its }) => `  - ${escaped(text)} (cost ${its})`),
      ]),
    );
  return `${lines.join('\n')}\n`;
}

function wayText(way: NonNullable<PlanDto['certificate']>['ways'][number]['way']): string {
  return way
    .map(({ source_name: from, kind, target_name: to }) => `${escaped(from)} ${kind} ${escaped(to)}`)
    .join(', ');
}

export const markdownType = 'text/markdown; charset=utf-8';

/** Only if `Accept` names it and does not prefer JSON. */
export function wantsMarkdown(request: Request): boolean {
  if (!/(^|[\s,])text\/markdown\s*([;,]|$)/i.test(request.headers.accept ?? '')) return false;
  return request.accepts(['application/json', 'text/markdown']) === 'text/markdown';
}
