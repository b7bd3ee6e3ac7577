import http from 'node:http';
import pg from 'pg';
import { answerMeasurements, listening } from '../measured-process.js';
import type { RecordedStatement } from './prepare.js';

/**
 * The floor of an answer from PostgreSQL: the statements that the service sends for a call, prepared, on a pool of the same
 * size, behind `node:http` and nothing else. FLOOR_ROUTES contains them by path.
 */
const routes: Readonly<Record<string, readonly RecordedStatement[]>> = JSON.parse(process.env['FLOOR_ROUTES'] ?? '{}');
const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: Number(process.env['DATABASE_POOL_SIZE']),
  options: '-c timezone=UTC',
});

const server = http.createServer((request, response) => {
  const statements = routes[request.url ?? ''];
  if (!statements) return response.writeHead(404).end();
  return void answer(statements, response);
});

async function answer(statements: readonly RecordedStatement[], response: http.ServerResponse): Promise<void> {
  let text = '';
  for (const { name, text: sql, values } of statements) {
    const { rows } = await pool.query({ name, text: sql, values: [...values] });
    const [value] = Object.values(rows[0] ?? {});
    text = typeof value === 'string' ? value : JSON.stringify(rows);
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(text);
}

answerMeasurements(await listening(server));
