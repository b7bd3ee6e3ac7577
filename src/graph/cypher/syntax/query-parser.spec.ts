import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CypherError, placeIn } from '../cypher-error.js';
import { maxQueryLength, parseQuery } from './query-parser.js';

function faultOf(text: string): string {
  try {
    parseQuery(text);
    return 'none';
  } catch (error) {
    if (!(error instanceof CypherError)) throw error;
    const { line, column } = placeIn(text, error.at);
    return `${error.fault} ${line}:${column} ${error.message}`;
  }
}

describe('parseQuery', () => {
  it.each([
    ['', 'syntax 1:1 expected MATCH, OPTIONAL MATCH, UNWIND, WITH or RETURN, found the end of the query'],
    ['MATCH (n)', 'syntax 1:10 expected RETURN, found the end of the query'],
    ['MATCH (n)\n  RETURN n.', 'syntax 2:12 expected the name of a property, found the end of the query'],
    ["RETURN 'a", "syntax 1:8 no ' ends what begins here"],
    ['RETURN 9223372036854775808', 'syntax 1:8 9223372036854775808 exceeds 64 bits'],
    ['MATCH (n) // comment\nMERGE (n)', 'unsupported 2:1 MERGE would change the graph; queries only read'],
    ['MATCH (a)-[r]->(b), (b)-[r]->(c) RETURN a', 'semantic 1:24 r is already a relationship of this MATCH'],
    ['RETURN 1 AS a UNION RETURN 2 AS a UNION ALL RETURN 3 AS a', 'syntax 1:35 UNION and UNION ALL cannot be combined'],
    ['RETURN a == 1', 'syntax 1:11 expected an expression, found "="; equal is ='],
    [
      'MATCH (n) WHER n.x RETURN n',
      'syntax 1:11 expected a clause or the end of the query, found "WHER"; did you mean WHERE?',
    ],
    [
      'RETURN a STARTSWITH b',
      'syntax 1:10 expected a clause or the end of the query, found "STARTSWITH"; did you mean STARTS WITH?',
    ],
    ['RETURN 1 IN (1, 2)', 'syntax 1:15 expected ")" (lists are in square brackets), found ","'],
    ['RETURN {name}', 'syntax 1:13 expected ":" (a parameter is $name), found "}"'],
    ['RETURN ‘a’', 'syntax 1:8 texts are between \' or ", not ‘'],
    ['MATCH (a) WHERE (a)-[:R->(b) RETURN a', 'syntax 1:24 expected "]", found "-"'],
    ['MATCH (a $p) RETURN a', 'unsupported 1:10 a pattern takes a map, such as {name: $name}, not a parameter'],
    ['RETURN apoc.text.join(a)', 'unsupported 1:8 there is no function apoc.text.join; docs/cypher.md lists all'],
  ])('names the place and what was expected: %s', (text, fault) => {
    expect(faultOf(text)).toBe(fault);
  });

  it('limits length and nesting', () => {
    expect(faultOf(`RETURN '${'a'.repeat(maxQueryLength)}'`)).toContain('a query has at most 50000 characters');
    expect(faultOf(`RETURN ${'('.repeat(500)}1${')'.repeat(500)}`)).toContain('nested more than 200 deep');
    expect(faultOf(`RETURN ${'1 < ('.repeat(100)}1${') < 1'.repeat(100)}`)).toBe('none');
    expect(faultOf(`RETURN ${'NOT '.repeat(500)}true`)).toContain('nested more than 200 deep');
  });

  it('reads or refuses any text of words', () => {
    const words =
      'MATCH RETURN WHERE WITH ( ) [ ] { } - > < : , . * | n :A 1 "x" = AND NOT $p EXISTS CASE WHEN END IN'.split(' ');
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 40 }), (some) => {
        expect(faultOf(some.join(' '))).toMatch(/^(none|syntax|semantic|unsupported)/);
      }),
    );
  });
});
