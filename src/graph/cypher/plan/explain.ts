import type { Step } from './steps.js';

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
    case 'expand': {
      const { from, to, pattern, backwards } = step;
      const [before, after] =
        (pattern.direction === 'in') !== backwards ? ['<-', '-'] : ['-', pattern.direction === 'both' ? '-' : '->'];
      const length = pattern.length ? `*${pattern.length.min}..${pattern.length.max}` : '';
      return `expand ${from} ${before}[${step.edge}:${pattern.kinds.join('|')}${length}]${after} ${to}${step.isToBound ? ', bound' : ''}`;
    }
    case 'ends':
      return `ends of ${step.edge}: ${step.from}, ${step.to}`;
    case 'shortest':
      return `shortest ${step.all ? 'paths' : 'path'} ${step.path} from ${step.from} to ${step.to} over ${step.pattern.kinds.join('|') || 'all kinds'}`;
    case 'path':
      return `path ${step.path}`;
    case 'filter':
      return `filter at ${step.where.at}`;
    case 'join':
      return `join with ${step.variables.join(', ')}`;
    case 'optional':
      return `optional ${step.variables.join(', ')}`;
    case 'unwind':
      return `unwind ${step.variable}`;
    case 'project': {
      const parts = [
        step.aggregates && 'group',
        step.distinct && 'distinct',
        step.orderBy.length > 0 && 'sort',
        step.skip && 'skip',
        step.limit && 'limit',
        step.where && 'filter',
      ].filter((part) => typeof part === 'string');
      return ['project', step.items.map(({ name }) => name).join(', '), ...parts].join(' ');
    }
  }
}

function anchorText(anchor: Extract<Step, { step: 'scan' }>['anchor']): string {
  switch (anchor.by) {
    case 'all':
      return 'of all nodes';
    case 'label':
      return `by label ${anchor.label}`;
    case 'id':
      return 'by id';
    case 'text':
      return `by text in ${[...new Set(anchor.texts.map(({ key }) => key))].join(', ')}`;
  }
}
