import { ApiQuery } from '@nestjs/swagger';
import { fault, type Fault } from '../../base/errors.js';
import {
  type ConditionPredicate,
  type EdgeCondition,
  isTextPredicate,
  never,
} from '../../graph/conditions/condition.js';
import {
  conditionPredicates,
  type ConditionText,
  groupsName,
  isPropertyName,
  readConditionText,
} from '../../graph/conditions/condition-text.js';
import { knownProperties, type PropertyType } from '../../graph/conditions/known-properties.js';
import { instantOf, wholeTime } from '../../http/input/date-time.js';
import { type Duration, durationOf } from '../../http/input/duration.js';
import { flagText, parameterText } from '../../http/input/parameter-text.js';
import { describeRepeated, invalid, type Parameter, valuesOf } from '../../http/input/parameters.js';
import { valueTypes } from '../../http/list/value-types.js';

/** A condition as a client sends it. */
export type AskedCondition =
  | AskedPropertyCondition
  | (Omit<EdgeCondition, 'edge' | 'kindsVersion'> & { readonly edgeKind: string })
  | { readonly container: string }
  | { readonly groupEnding: string; readonly isMember: boolean };

interface AskedPropertyCondition {
  readonly properties: readonly string[];
  readonly predicate: ConditionPredicate;
  /** A time in milliseconds since 1970, or before now. Null: absent. */
  readonly value: string | number | boolean | readonly string[] | Duration | null;
  /** Null: not known. */
  readonly type: PropertyType | null;
}

/** Of `where`, and of `props`. */
const most = 20;

interface Type {
  readonly predicates: readonly ConditionPredicate[];
  readonly allowed: string;
  readonly read: (text: string) => string | number | boolean | Duration | null;
}

const { boolean, integer, timestamp } = valueTypes;
/** Texts are ordered by their characters. */
const anyText = { predicates: conditionPredicates, allowed: 'a text', read: (value: string) => value };

const types: Readonly<Record<PropertyType, Type>> = {
  text: anyText,
  texts: anyText,
  boolean: {
    predicates: boolean.predicates,
    allowed: boolean.allowed,
    read: (value) => (boolean.accepts(value) ? flagText.isTrue(value) : null),
  },
  number: {
    predicates: integer.predicates,
    allowed: 'a number',
    read: (value) => (/^-?\d+(\.\d+)?$/.test(value) ? Number(value) : null),
  },
  time: {
    predicates: timestamp.predicates,
    allowed: 'an RFC 3339 date-time, such as 2026-01-31T13:00:00Z, a duration before now, such as -P90D, or never',
    read: (value) => (value === never ? never : (instantOf(wholeTime(value)) ?? durationOf(value) ?? null)),
  },
};

const conditionText =
  'A condition on a property, `<property>:[<predicate>:]<value>`; repeated ones are combined by AND. Of several properties, separated by commas, one has to meet it, or all for neq, nstarts and nends. Predicates: eq (the default), ~eq, neq, gt, gte, lt, lte; starts, nstarts, ends and nends take texts, separated by commas. `null` is an absent value. A time is RFC 3339, a duration before now, `-P90D`, or `never`. `memberof:[neq:]<end of an object id>` asks for direct members of the groups whose object id ends so. `edge:<kind>:<in or out>:[<predicate>:]<number>` compares the number of edges, and `under:<object id>` asks for nodes below this container.';

/** `where=property:[predicate:]value`, which may be repeated. */
export function conditions(name = 'where', description = conditionText): Parameter<AskedCondition[]> {
  const condition = { type: 'string', pattern: '^[^:]+:', example: 'lastlogontimestamp:lt:-P90D' };
  return {
    names: [name],
    read: (query, faults) => readConditions(valuesOf(query, name), name, faults),
    describe: [describeRepeated(name, description, condition, { maxItems: most })],
  };
}

/** Reads the conditions of a parameter. */
export function readConditions(texts: readonly string[], name: string, faults: Fault[]): AskedCondition[] {
  if (texts.length > most)
    faults.push(invalid(name, `is given ${texts.length} times; it takes at most ${most} conditions`));
  return texts.slice(0, most).flatMap((it) => readCondition(it, name, faults) ?? []);
}

/** Reads one condition. */
export function readCondition(given: string, name: string, faults: Fault[]): AskedCondition | null {
  const [, property = '', rest] = /^([^:]*):(.*)$/s.exec(given) ?? [];
  if (property === 'edge' || property === 'under') return readPlace(property, rest ?? '', name, faults);
  const text = readConditionText(given);
  if (!text) {
    const form = '<property>:[<predicate>:]<value>, such as enabled:true';
    faults.push(invalid(name, `${JSON.stringify(given)} is not valid; it takes ${form}`));
    return null;
  }
  const condition = property === groupsName ? groupsOf(text) : conditionOf(text);
  if (!('defect' in condition)) return condition;
  const [code, message] = condition.defect;
  faults.push(fault(code, `query.${name}`, message));
  return null;
}

/** Reads a condition on the edges of a node, or on the container that it is below. */
function readPlace(form: 'edge' | 'under', text: string, name: string, faults: Fault[]): AskedCondition | null {
  if (form === 'under' && parameterText.accepts(text)) return { container: text };
  const [, edgeKind, direction, word = 'eq', value] =
    /^(.+):(in|out):(?:(eq|neq|gte?|lte?):)?(\d{1,9})$/s.exec(text) ?? [];
  const predicate = integer.predicates.find((it) => it === word);
  if (form === 'edge' && edgeKind !== undefined && (direction === 'in' || direction === 'out') && predicate)
    return { edgeKind, direction, predicate, value: Number(value) };
  const allowed = {
    edge: 'edge:<kind>:<in or out>:[<predicate>:]<number>, such as edge:AdminTo:out:eq:0',
    under: 'under:<object id>',
  };
  faults.push(invalid(name, `${JSON.stringify(`${form}:${text}`)} is not valid; it takes ${allowed[form]}`));
  return null;
}

type Defective = {
  readonly defect: readonly [code: 'filter.invalid_predicate' | 'filter.invalid_value', message: string];
};

function groupsOf({ predicate, value }: ConditionText): AskedCondition | Defective {
  if (predicate !== 'eq' && predicate !== 'neq') {
    const message = `the predicate ${predicate} does not apply to ${groupsName}; it takes eq, neq`;
    return { defect: ['filter.invalid_predicate', message] };
  }
  if (/^[\w.-]{2,}$/.test(value)) return { groupEnding: value, isMember: predicate === 'eq' };
  const message = `${JSON.stringify(value)} is not valid for ${groupsName}; it takes the end of an object id, such as -512`;
  return { defect: ['filter.invalid_value', message] };
}

function conditionOf({ names: properties, predicate, value }: ConditionText): AskedPropertyCondition | Defective {
  const shown = properties.join(',');
  const [type, ...others] = new Set(properties.map((it) => knownProperties.get(it)?.type ?? null));
  if (type === undefined || others.length > 0) {
    const message = `${shown} are of several types; give one condition for each`;
    return { defect: ['filter.invalid_value', message] };
  }
  const takes = type ? types[type].predicates : conditionPredicates;
  if (!takes.includes(predicate)) {
    const message = `the predicate ${predicate} does not apply to ${shown}, which is of type ${type}; it takes ${takes.join(', ')}`;
    return { defect: ['filter.invalid_predicate', message] };
  }
  if (value === 'null' && (predicate === 'eq' || predicate === 'neq'))
    return { properties, predicate, value: null, type };
  if (isTextPredicate(predicate)) return { properties, predicate, value: value.split(','), type };
  if (type === null) return ofUnknownType(properties, predicate, value);
  const read = isNeverCompared(type, predicate, value) ? null : types[type].read(value);
  if (read !== null) return { properties, predicate, value: read, type };
  const message = `${JSON.stringify(value)} is not valid for ${shown}; it takes ${types[type].allowed}`;
  return { defect: ['filter.invalid_value', message] };
}

/** No time is before or after one that means never. */
function isNeverCompared(type: PropertyType, predicate: ConditionPredicate, value: string): boolean {
  return type === 'time' && value === never && predicate !== 'eq' && predicate !== 'neq';
}

/** A date-time or a duration is compared with times, and any other value by the type of the stored one. */
function ofUnknownType(
  properties: readonly string[],
  predicate: ConditionPredicate,
  value: string,
): AskedPropertyCondition {
  const time = predicate === '~eq' || value === never ? null : types.time.read(value);
  return time === null
    ? { properties, predicate, value, type: null }
    : { properties, predicate, value: time, type: 'time' };
}

/** `props=a,b`: the names of properties. */
export const propertyNames: Parameter<readonly string[]> = {
  names: ['props'],
  read: (query, faults) => {
    const names = [...new Set(valuesOf(query, 'props').flatMap((value) => value.split(',')))];
    const wrong = names.find((name) => !isPropertyName(name));
    const form = 'it takes names of properties, such as enabled,lastlogontimestamp';
    if (wrong !== undefined) faults.push(invalid('props', `${JSON.stringify(wrong)} is not valid; ${form}`));
    if (names.length > most) faults.push(invalid('props', `has ${names.length} names; it takes at most ${most}`));
    return names;
  },
  describe: [
    ApiQuery({
      name: 'props',
      required: false,
      schema: { type: 'string', pattern: '^[^:,]+(,[^:,]+)*$', example: 'enabled,lastlogontimestamp' },
      description: 'Names of properties, separated by commas. Each row has them in `props`, absent ones as null.',
    }),
  ],
};
