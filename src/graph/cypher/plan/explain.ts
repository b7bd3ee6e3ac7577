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

type Lines<By extends 'step' | 'by', Of extends Record<By, string>> = {
  readonly [Name in Of[By]]: (of: Extract<Of, Record<By, Name>>) => string;
};

function lineOf(step: Step): string {
  return Reflect.apply(lines[step.step], undefined, [step]);
}

const lines: Lines<'step', Step> = {
  scan: ({ node, anchor }) => `scan ${node} ${Reflect.apply(anchors[anchor.by], undefined, [anchor])}`,
  expand: expandText,
  shortest: ({ all, path, from, to, pattern }) =>
    `${all ? 'all shortest paths' : 'shortest path'} ${path} from ${from} to ${to} over ${kindsText(pattern)}`,
  path: ({ path }) => `path ${path}`,
  filter: ({ where }) => `filter by ${[...variablesOf(where)].join(', ')}`,
  join: ({ variables }) => `join with ${variables.join(', ')}`,
  optional: ({ variables }) => `optional ${variables.join(', ')}`,
  unwind: ({ variable }) => `unwind ${variable}`,
  project: projectText,
};

const anchors: Lines<'by', Anchor> = {
  all: () => 'of all nodes',
  id: () => 'by id',
  label: ({ label }) => `by label ${label}`,
  edge: ({ edge }) => `by relationship ${edge}`,
  text: ({ texts }) => `by text in ${[...new Set(texts.map(({ key }) => key))].join(', ')}`,
};

function kindsText({ kinds }: EdgePattern): string {
  return kinds.length === 0 ? 'all kinds' : kinds.join('|');
}

function expandText({ edge, pattern, backwards, isToBound, ...link }: ExpandStep): string {
  const [from, to] = backwards ? [link.to, link.from] : [link.from, link.to];
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
