import { describe, expect, it } from '@jest/globals';
import { statementSummary } from './statement-summary.js';

describe('statementSummary', () => {
  it.each([
    ['SELECT 1', 'SELECT'],
    ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', 'BEGIN'],
    ['SELECT id FROM job JOIN client c ON c.id = job.client_id LEFT JOIN "client" x ON true', 'SELECT job client'],
    ['insert into "public"."widget" (name) values ($1) on conflict do update set name = $1', 'INSERT public.widget'],
    [
      'UPDATE upload SET status = $1 WHERE id IN (SELECT id FROM upload_file FOR UPDATE SKIP LOCKED)',
      'UPDATE upload upload_file',
    ],
    ['DELETE FROM session WHERE expires_at < now()', 'DELETE session'],
    ['SELECT * FROM unnest($1::int[]) i', 'SELECT'],
    ['SELECT extract(epoch FROM started_at) FROM run WHERE a IS DISTINCT FROM b', 'SELECT run'],
    ['WITH gone AS (DELETE FROM edge RETURNING *) SELECT count(*) FROM gone', 'SELECT edge'],
    [
      'WITH RECURSIVE a AS (SELECT 1), b(x) AS MATERIALIZED (SELECT 2 FROM a) INSERT INTO c SELECT * FROM b',
      'INSERT c',
    ],
    ['SELECT (SELECT count(*) FROM member) AS members FROM team', 'SELECT team member'],
    ['', 'SQL'],
  ])('names operation and tables of %j', (text, summary) => {
    expect(statementSummary(text)).toBe(summary);
  });

  it('contains no text and no comment of the statement', () => {
    expect(
      statementSummary("SELECT 'x FROM secret' /* FROM hidden */ FROM a -- FROM b\nWHERE c = $q$ FROM d $q$"),
    ).toBe('SELECT a');
  });
});
