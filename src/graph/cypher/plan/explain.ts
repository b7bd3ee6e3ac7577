import { variablesOf } from '../syntax/walk.js';
import type { EdgePattern } from '../syntax/tree.js';
import type { Anchor, ExpandStep, ProjectStep, Step } from './steps.js';

/** The steps of a plan as lines, those inside others indented. */
export function explainSteps(steps: readonly Step[], indent = ''): string[] {
  return steps.flatMap((step) => [
    `${indent}${lineOf(step)}`,
    ...innerOf(step).flatMap((it) => explainSteps(it, `${indent}  `)),
  ]);
}

function innerOf(step: Step): (readonly Step[])[] {
  if (step.step === 'join' || step.step === 'optional') return [step.steps];
  return step.step === 'shortest' ? [step.fromSteps ?? [], step.toSteps ?? []] : [];
}

function lineOf(step: Step): string {
  switch (step.step) {
    case 'scan':
      return `scan ${step.node} ${anchorText(step.anchor)}`;
    case 'expand':
      return expandText(step);
    case 'ends':
      return `ends of ${step.edge}: ${step.from}, ${step.to}`;
    case 'shortest':
      return `${step.all ? 'all shortest paths' : 'shortest path'} ${step.path} from ${step.from} to ${step.to} over ${kindsText(step.pattern)}`;
    case 'path':
      return `path ${step.path}`;
    case 'filter':
      return `filter by ${[...variablesOf(step.where)].join(', ')}`;
    case 'join':
      return `join with ${step.variables.join(', ')}`;
    case 'optional':
      return `optional ${step.variables.join(', ')}`;
    case 'unwind':
      return `unwind ${step.variable}`;
    case 'project':
      break;
  }
  return projectText(step);
}

function kindsText({ kinds }: EdgePattern): string {
  return kinds.length === 0 ? 'all kinds' : kinds.join('|');
}

function expandText({ from, edge, to, pattern, backwards, isToBound }: ExpandStep): string {
  const isBack = (pattern.direction === 'in') !== backwards && pattern.direction !== 'both';
  const [before, after] = isBack ? ['<-', '-'] : ['-', pattern.direction === 'both' ? '-' : '->'];
  const length = pattern.length ? ` *${pattern.length.min}..${pattern.length.max}` : '';
  return `expand ${from}${before}[${edge} over ${kindsText(pattern)}${length}]${after}${to}${isToBound ? ', bound' : ''}`;
}

function projectText({ items, aggregates, distinct, orderBy, skip, limit, where }: ProjectStep): string {
  const parts = { group: aggregates, distinct, sort: orderBy.length > 0, skip, limit, filter: where };
  const names = Object.entries(parts).flatMap(([name, part]) => (part ? [name] : []));
  return ['project', items.map(({ name }) => name).join(', '), ...names].join(' ');
}

function anchorText(anchor: Anchor): string {
  if (anchor.by === 'label') return `by label ${anchor.label}`;
  if (anchor.by !== 'text') return anchor.by === 'id' ? 'by id' : 'of all nodes';
  return `by text in ${[...new Set(anchor.texts.map(({ key }) => key))].join(', ')}`;
}
