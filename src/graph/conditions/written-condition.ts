import { isComplement } from './condition.js';
import { groupsName, readConditionText, type ConditionText } from './condition-text.js';
import { knownProperties } from './known-properties.js';

/** How a language writes tests of one property. `text` is a text as a literal. */
interface Language {
  readonly text: (value: string) => string;
  readonly of: (property: string) => Tests;
  readonly isMember: (suffix: string) => string;
}

interface Tests {
  readonly isTrue: string;
  readonly isFalse: string;
  readonly isAbove: (number: string) => string;
  readonly contains: (text: string) => string;
  readonly starts: (texts: readonly string[]) => string;
  readonly ends: (texts: readonly string[]) => string;
  /** A time that is there and means never, and one that is some days ago; null: it can't be written. */
  readonly isNever: string | null;
  readonly isBefore: (days: number) => string | null;
}

/** On a row of `node`. A property that was not collected makes a test null. */
const sql: Language = {
  text: (value) => `'${value.replaceAll("'", "''")}'`,
  isMember: () => {
    throw new Error('memberships are edges, and no part of a row');
  },
  of: (property) => {
    const json = `props -> '${property}'`;
    const text = property === 'objectid' || property === 'name' ? property : `props ->> '${property}'`;
    return {
      isTrue: `${json} = 'true'`,
      isFalse: `${json} = 'false'`,
      isAbove: (number) => `jsonb_path_exists(props, '$."${property}" ? (@ > ${number})')`,
      contains: (part) => `position(${part.toLowerCase()} IN lower(${text})) > 0`,
      starts: (parts) => parts.map((part) => `starts_with(${text}, ${part})`).join(' OR '),
      ends: (parts) => parts.map((part) => `right(${text}, length(${part})) = ${part}`).join(' OR '),
      isNever: null,
      isBefore: () => null,
    };
  },
};

const variable = 'n';

const cypher: Language = {
  text: (value) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`,
  isMember: (suffix) => `EXISTS { MATCH (${variable})-[:MemberOf]->(g:Group) WHERE g.objectid ENDS WITH ${suffix} }`,
  of: (property) => {
    const value = `${variable}.${property}`;
    return {
      isTrue: `${value} = true`,
      isFalse: `${value} = false`,
      isAbove: (number) => `${value} > ${number}`,
      contains: (part) => `toLower(${value}) CONTAINS ${part.toLowerCase()}`,
      starts: (parts) => anyIn(parts, (part) => `${value} STARTS WITH ${part}`),
      ends: (parts) => anyIn(parts, (part) => `${value} ENDS WITH ${part}`),
      isNever: `${value} <= 0`,
      isBefore: (days) => `${value} > 0 AND ${value} < datetime().epochseconds - ${days} * 86400`,
    };
  },
};

function anyIn(texts: readonly string[], test: (text: string) => string): string {
  return texts.length === 1 ? test(texts[0]!) : `any(text IN [${texts.join(', ')}] WHERE ${test('text')})`;
}

/** SQL on a row of `node` that holds if the node meets a condition, and does not hold or is null otherwise. @throws on times and memberships */
export function conditionInSql(text: string): string {
  return written(text, sql);
}

/** The same in Cypher, on the variable `n`. */
export function conditionInCypher(text: string): string {
  return written(text, cypher);
}

function written(text: string, language: Language): string {
  const condition = readConditionText(text);
  if (!condition) throw new Error(`${text} is no condition`);
  const { names, predicate, value } = condition;
  if (names[0] === groupsName) return `${predicate === 'neq' ? 'NOT ' : ''}${language.isMember(language.text(value))}`;
  const any = names.map((name) => testOf(name, condition, language)).join(' OR ');
  // A property that was not collected fulfils a complement.
  if (isComplement(predicate)) return `NOT coalesce(${any}, false)`;
  return any.includes(' OR ') ? `(${any})` : any;
}

/** Any of these has to hold for the predicate, or for what its complement denies. */
function testOf(name: string, { predicate, value }: ConditionText, { text, of }: Language): string {
  const tests = of(name);
  const type = knownProperties.get(name)?.type;
  const each = value.split(',').map(text);
  if (predicate === 'starts' || predicate === 'nstarts') return tests.starts(each);
  if (predicate === 'ends' || predicate === 'nends') return tests.ends(each);
  if (predicate === '~eq') return tests.contains(text(value));
  if (predicate === 'gt' && type === 'number') return tests.isAbove(value);
  if (type !== 'time') return value === 'false' ? tests.isFalse : tests.isTrue;
  const test = timeTest(tests, predicate, value);
  if (test === null) throw new Error(`${name}:${predicate}:${value} can't be written in this language`);
  return test;
}

function timeTest(tests: Tests, predicate: ConditionText['predicate'], value: string): string | null {
  if (value === 'never') return tests.isNever;
  const [, days] = /^-P(\d+)D$/.exec(value) ?? [];
  return predicate === 'lt' && days !== undefined ? tests.isBefore(Number(days)) : null;
}
