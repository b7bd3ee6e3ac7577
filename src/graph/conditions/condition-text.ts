import { type ConditionPredicate, textPredicates } from './condition.js';

export const conditionPredicates = ['eq', '~eq', 'neq', 'gt', 'gte', 'lt', 'lte', ...textPredicates] as const;

/** The name that stands for the direct groups of a node: `memberof:-512`. */
export const groupsName = 'memberof';

const longestName = 256;

/** A condition on properties as it is written: `<property>[,<property>…]:[<predicate>:]<value>`. */
export interface ConditionText {
  readonly names: readonly string[];
  readonly predicate: ConditionPredicate;
  readonly value: string;
}

/** The first colon ends the names; the next word is a predicate only if it is one. @returns null if the text has another form */
export function readConditionText(text: string): ConditionText | null {
  const [, before = '', rest] = /^([^:]*):(.*)$/s.exec(text) ?? [];
  const names = before.split(',');
  if (rest === undefined || !names.every(isPropertyName)) return null;
  const predicate = conditionPredicates.find((it) => rest.startsWith(`${it}:`));
  return { names, predicate: predicate ?? 'eq', value: predicate ? rest.slice(predicate.length + 1) : rest };
}

export function isPropertyName(name: string): boolean {
  return name.length > 0 && name.length <= longestName && !/[:,\0]/.test(name);
}
