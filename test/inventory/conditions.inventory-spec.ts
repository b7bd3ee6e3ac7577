import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import type { Weakness } from '../../src/analysis/weaknesses/weakness.js';
import { weaknesses } from '../../src/analysis/weaknesses/weaknesses.js';
import { readConditionText } from '../../src/graph/conditions/condition-text.js';

/** Files with conditions on properties of weaknesses that are meant, and why. */
const meant = {
  'src/analysis/derivation/read-stored-facts.ts': 'what rules that derive edges need, and when an account was active',
  'src/analysis/rules/directory/property-rules.ts': 'rules that derive edges',
  'src/database/migrations/1796450000000-weaknesses.ts': 'frozen: a test compares it with the catalogue',
  'src/database/migrations/shipped-queries.ts': 'frozen: the texts before',
};

const names = new Set(
  Object.values<Weakness>(weaknesses).flatMap(({ where }) => where.flatMap((text) => readConditionText(text)!.names)),
);

/** Properties that others ask for, too. */
for (const name of ['memberof', 'objectid', 'enabled', 'isdc', 'gmsa', 'msa']) names.delete(name);

it('asks for a weakness by the conditions of the catalogue alone', () => {
  const property = `(?:${[...names].join('|')})`;
  const inSql = `props ->>? '${property}'|is(?:True|False)\\('${property}'`;
  const inCall = `where=${property}[:,]`;
  const inCypher = `\\b[a-z]\\.${property}\\b(?! AS)`;
  const asking = new RegExp([inSql, inCall, inCypher].join('|'));
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.ts') && !/spec\.ts$|fixture\.ts$/.test(name));
  expect(names.size).toBeGreaterThan(15);
  expect(files.filter((file) => asking.test(readFileSync(file, 'utf8'))).toSorted()).toEqual(
    Object.keys(meant).toSorted(),
  );
});
