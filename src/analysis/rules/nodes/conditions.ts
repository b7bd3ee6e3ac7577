import type { Properties } from '../../../graph/records.js';

/** Whether a condition holds; an object if that depends on a property that is missing: null and values of other types count as missing. */
export type Truth = boolean | { readonly missing: string };

/** A condition on the properties of an object. */
export type Condition = (properties: Properties) => Truth;

export function isTrue(property: string): Condition {
  return (properties) => {
    const value = properties[property];
    return typeof value === 'boolean' ? value : { missing: property };
  };
}

export function isFalse(property: string): Condition {
  return not(isTrue(property));
}

export function isAtMost(property: string, limit: number): Condition {
  return (properties) => {
    const value = properties[property];
    return typeof value === 'number' ? value <= limit : { missing: property };
  };
}

/** Whether a list has one of the values. */
export function hasAny(property: string, values: readonly string[]): Condition {
  return (properties) => {
    const list = properties[property];
    return Array.isArray(list) ? list.some((entry) => values.some((value) => value === entry)) : { missing: property };
  };
}

export function isEmpty(property: string): Condition {
  return (properties) => {
    const list = properties[property];
    return Array.isArray(list) ? list.length === 0 : { missing: property };
  };
}

export function not(condition: Condition): Condition {
  return (properties) => {
    const truth = condition(properties);
    return typeof truth === 'boolean' ? !truth : truth;
  };
}

/** The condition, or another one if its property is missing. */
export function ifKnown(condition: Condition, otherwise: Condition): Condition {
  return (properties) => {
    const truth = condition(properties);
    return typeof truth === 'boolean' ? truth : otherwise(properties);
  };
}

/** A property that is missing makes no difference if another condition fails. */
export function all(...conditions: readonly Condition[]): Condition {
  return (properties) => {
    const truths = conditions.map((condition) => condition(properties));
    if (truths.includes(false)) return false;
    return truths.find((truth) => truth !== true) ?? true;
  };
}

/** A property that is missing makes no difference if another condition holds. */
export function any(...conditions: readonly Condition[]): Condition {
  return not(all(...conditions.map(not)));
}
