import { ApiQuery } from '@nestjs/swagger';
import { fault, type Fault } from '../../base/errors.js';
import type { ConditionPredicate, EdgeCondition } from '../../graph/conditions/condition.js';
import { knownProperties, type PropertyType } from '../../graph/conditions/known-properties.js';
import { instantOf, wholeTime } from '../../http/input/date-time.js';
import { type Duration, durationOf } from '../../http/input/duration.js';
import { flagText, parameterText } from '../../http/input/parameter-text.js';
import { describeRepeated, invalid, type Parameter, valuesOf } from '../../http/input/parameters.js';
import { predicates, valueTypes } from '../../http/list/value-types.js';

/** A condition as a client sends it. */
export type AskedCondition =
  | AskedPropertyCondition
  | (Omit<EdgeCondition, 'edge' | 'kindsVersion'> & { readonly edgeKind: string })
  | { readonly container: string };

interface AskedPropertyCondition {
  readonly property: string;
  readonly predicate: ConditionPredicate;
  /** A time in milliseconds since 1970, or before now. Null: absent. */
  readonly value: string | number | boolean | Duration | null;
  /** Null: not known. */
  readonly type: PropertyType | null;
}

/** Of `where`, and of `props`. */
const most = 20;
const longestName = 256;

interface Type {
  readonly predicates: readonly ConditionPredicate[];
  readonly allowed: string;
  readonly read: (text: string) => string | number | boolean | Duration | null;
}

const { boolean, integer, timestamp } = valueTypes;
/** Texts are ordered by their characters. */
const anyText = { predicates, allowed: 'a text', read: (value: string) => value };

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
    allowed: 'an RFC 3339 date-time, such as 2026-01-31T13:00:00Z, or a duration before now, such as -P90D',
    read: (value) => instantOf(wholeTime(value)) ?? durationOf(value) ?? null,
  },
};

const conditionText =
  'A condition on a property, `<property>:[<predicate>:]<value>`; repeated ones are combined by AND. Predicates: eq (the default), ~eq, neq, gt, gte, lt, lte. `null` is an absent value. A time is RFC 3339 or a duration before now, `-P90D`. `edge:<kind>:<in or out>:[<predicate>:]<number>` compares the number of edges, and `under:<object id>` asks for nodes below this container.';

/** `where=property:[predicate:]value`, which may be repeated. */
export function conditions(name = 'where', description = conditionText): Parameter<AskedCondition[]> {
  const condition = { type: 'string', pattern: '^[^:,]+:', example: 'lastlogontimestamp:lt:-P90D' };
  return {
    names: [name],
    read: (query, faults) => {
      const texts = valuesOf(query, name);
      if (texts.length > most)
        faults.push(invalid(name, `is given ${texts.length} times; it takes at most ${most} conditions`));
      return texts.slice(0, most).flatMap((it) => readCondition(it, name, faults) ?? []);
    },
    describe: [describeRepeated(name, description, condition, { maxItems: most })],
  };
}

/** Reads one condition. The first colon ends the property; the next word is a predicate only if it is one of the seven. */
export function readCondition(given: string, name: string, faults: Fault[]): AskedCondition | null {
  const [, property = '', rest] = /^([^:]*):(.*)$/s.exec(given) ?? [];
  if (property === 'edge' || property === 'under') return readPlace(property, rest ?? '', name, faults);
  if (rest === undefined || !isPropertyName(property)) {
    const form = '<property>:[<predicate>:]<value>, such as enabled:true';
    faults.push(invalid(name, `${JSON.stringify(given)} is not valid; it takes ${form}`));
    return null;
  }
  const condition = conditionOf(property, rest);
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

function conditionOf(property: string, text: string): AskedPropertyCondition | Defective {
  const word = predicates.find((it) => text.startsWith(`${it}:`));
  const [predicate, value] = word ? [word, text.slice(word.length + 1)] : (['eq', text] as const);
  const type = knownProperties.get(property)?.type ?? null;
  const takes = type ? types[type].predicates : predicates;
  if (!takes.includes(predicate)) {
    const message = `the predicate ${predicate} does not apply to ${property}, which is of type ${type}; it takes ${takes.join(', ')}`;
    return { defect: ['filter.invalid_predicate', message] };
  }
  if (value === 'null' && (predicate === 'eq' || predicate === 'neq'))
    return { property, predicate, value: null, type };
  if (type === null) return ofUnknownType(property, predicate, value);
  const read = types[type].read(value);
  if (read !== null) return { property, predicate, value: read, type };
  const message = `${JSON.stringify(value)} is not valid for ${property}; it takes ${types[type].allowed}`;
  return { defect: ['filter.invalid_value', message] };
}

/** A date-time or a duration is compared with times, and any other value by the type of the stored one. */
function ofUnknownType(property: string, predicate: ConditionPredicate, value: string): AskedPropertyCondition {
  const time = predicate === '~eq' ? null : types.time.read(value);
  return time === null
    ? { property, predicate, value, type: null }
    : { property, predicate, value: time, type: 'time' };
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

export function isPropertyName(name: string): boolean {
  return name.length > 0 && name.length <= longestName && !/[:,\0]/.test(name);
}
