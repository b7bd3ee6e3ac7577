import type { QueryGraph } from '../data/query-graph.js';
import type { Expression } from '../syntax/tree.js';
import { variablesOf } from '../syntax/walk.js';
import type { Conjunct } from './conjuncts.js';
import type { Anchor } from './steps.js';

interface AnchorChoice {
  readonly anchor: Anchor;
  /** How many nodes it finds, roughly. */
  readonly estimate: number;
}

/** Each is searched in all names. More are faster compared with each name. */
const mostTexts = 16;

/** Nodes that share a name, or one part of an object id. */
const matchesOfText = 20;

type Text = Extract<Anchor, { by: 'text' }>['texts'][number];

/** Texts of nodes that memory has. */
const textKeys = new Set(['name', 'objectid', 'distinguishedname']);
const textOperators = new Set(['=', 'CONTAINS', 'STARTS WITH', 'ENDS WITH']);

/** The cheapest way to find the nodes of a variable. @param bound variables whose values are known by then */
export function bestAnchor(
  variable: string,
  conjuncts: readonly Conjunct[],
  bound: ReadonlySet<string>,
  graph: QueryGraph,
): AnchorChoice {
  const isKnown = (value: Expression) => [...variablesOf(value)].every((name) => bound.has(name));
  const choices: AnchorChoice[] = [{ anchor: { by: 'all' }, estimate: graph.size }];
  for (const { where } of conjuncts) {
    const id = idIn(where, variable, isKnown);
    if (id) choices.push({ anchor: { by: 'id', id }, estimate: 1 });
    for (const label of labelsIn(where, variable))
      choices.push({ anchor: { by: 'label', label }, estimate: graph.countLabelled(label) });
    const texts = textsIn(where, variable, isKnown);
    if (texts && texts.length <= mostTexts)
      choices.push({ anchor: { by: 'text', texts }, estimate: matchesOfText * texts.length });
  }
  return choices.reduce((best, choice) => (choice.estimate < best.estimate ? choice : best));
}

function idIn(where: Expression, variable: string, isKnown: (value: Expression) => boolean): Expression | null {
  if (where.type !== 'binary' || (where.operator !== '=' && where.operator !== 'IN')) return null;
  const isId = (it: Expression) =>
    it.type === 'call' && it.name === 'id' && it.args[0]?.type === 'variable' && it.args[0].name === variable;
  if (isId(where.left) && isKnown(where.right)) return where.right;
  return where.operator === '=' && isId(where.right) && isKnown(where.left) ? where.left : null;
}

function labelsIn(where: Expression, variable: string): string[] {
  if (where.type !== 'labels' || where.of.type !== 'variable' || where.of.name !== variable) return [];
  return where.labels.flatMap((group) => (group.length === 1 ? group : []));
}

/** A condition holds only for nodes that contain one of these texts; null if it requires no text. */
function textsIn(where: Expression, variable: string, isKnown: (value: Expression) => boolean): Text[] | null {
  if (where.type !== 'binary') return null;
  const { operator, left, right } = where;
  if (operator === 'OR' || operator === 'AND') {
    const [first, second] = [textsIn(left, variable, isKnown), textsIn(right, variable, isKnown)];
    if (operator === 'AND') return first ?? second;
    return first && second && [...first, ...second];
  }
  if (!textOperators.has(operator)) return null;
  const direct = textIn(left, right, variable, isKnown);
  return direct ?? (operator === '=' ? textIn(right, left, variable, isKnown) : null);
}

function textIn(
  of: Expression,
  text: Expression,
  variable: string,
  isKnown: (value: Expression) => boolean,
): Text[] | null {
  const key = textKeyOf(of, variable);
  return key !== null && isKnown(text) ? [{ key, text }] : null;
}

/** `n.name`, `toUpper(n.name)`: matches are found without regard to case. */
function textKeyOf(value: Expression, variable: string): string | null {
  if (value.type === 'call' && /^to(upper|lower)$/.test(value.name) && value.args[0])
    return textKeyOf(value.args[0], variable);
  const isOfVariable = value.type === 'property' && value.of.type === 'variable' && value.of.name === variable;
  return isOfVariable && textKeys.has(value.key) ? value.key : null;
}
