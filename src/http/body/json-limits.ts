import { type Defect, fault, type Fault, faultAt } from '../../base/errors.js';

/** Far above the needs of any operation, and low enough that no body blocks the event loop for long. */
const maxDepth = 32;
const maxMembers = 10_000;
const maxValues = 100_000;

/** One member of an object or array, linked to the member that contains it. */
interface Member {
  readonly key: string;
  readonly value: unknown;
  readonly parent: Member | undefined;
  readonly depth: number;
}

/** Returns the fault of a member, if it has one. */
export type MemberRule = (key: string, value: unknown) => Defect | undefined;

/**
 * Checks every member of a JSON value. It does not recurse, so deep nesting cannot exhaust the stack, here or, because it is a fault,
 * in later code. Stops at the first exceeded limit.
 * @param place of the value, such as `body`
 * @returns false if it found a fault; the value is then not safe to transform
 */
export function checkMembers(body: object, rule: MemberRule, faults: Fault[], place: string): boolean {
  const open: Member[] = [];
  const faultsBefore = faults.length;
  let values = 0;
  const enter = (value: object, parent: Member | undefined): string | undefined => {
    const keys = Object.keys(value);
    const depth = (parent?.depth ?? 0) + 1;
    values += keys.length;
    if (keys.length > maxMembers) return `has ${keys.length} members; it takes at most ${maxMembers}`;
    if (values > maxValues) return `the body has more than ${maxValues} values`;
    if (depth > maxDepth) return `is nested deeper than ${maxDepth} levels`;
    // In reverse, because the last member pushed is checked first.
    for (const key of keys.toReversed()) open.push({ key, value: Reflect.get(value, key), parent, depth });
    return undefined;
  };
  let limit = enter(body, undefined);
  if (limit !== undefined) faults.push(fault('body.too_complex', place, limit));
  for (let member = open.pop(); member && limit === undefined; member = open.pop()) {
    const { key, value } = member;
    limit = typeof value === 'object' && value !== null ? enter(value, member) : undefined;
    const defect: Defect | undefined =
      limit === undefined ? rule(key, value) : { code: 'body.too_complex', message: limit };
    if (defect) faults.push(faultAt([place, ...keysOf(member)].join('.'), defect));
  }
  return faults.length === faultsBefore;
}

function keysOf(member: Member): string[] {
  const keys: string[] = [];
  for (let it: Member | undefined = member; it; it = it.parent) keys.unshift(it.key);
  return keys;
}

const loneSurrogate = /\p{Surrogate}/u;

/** PostgreSQL cannot store half of a surrogate pair; it would become another character. */
export const loneSurrogates: MemberRule = (key, value) => {
  const isLone = loneSurrogate.test(key) || (typeof value === 'string' && loneSurrogate.test(value));
  return isLone
    ? { code: 'body.invalid_value', message: 'has half of a surrogate pair, which is no character' }
    : undefined;
};
