import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { NestLogger } from './logger.js';

function linesAt(level: string, write: (logger: NestLogger) => void): unknown[] {
  const lines: unknown[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  write(new NestLogger(pino({ level }, stream)));
  return lines;
}

const tellOfStart = (logger: NestLogger) => logger.log('AppModule dependencies initialized', 'InstanceLoader');

describe('NestLogger', () => {
  it.each([
    ['Retention', 'too old and removed: 3 uploads'],
    ['Ingest', 'upload 1 ended: nothing was sent for 60 s'],
    ['Jobs', 'job 1 has timed out'],
  ])('logs the messages of %s at the default level info', (context, message) => {
    expect(linesAt('info', (logger) => logger.log(message, context))).toMatchObject([
      { level: pino.levels.values['info'], context, msg: message },
    ]);
  });

  it('logs the start-up messages of Nest at level debug only', () => {
    expect(linesAt('info', tellOfStart)).toEqual([]);
    expect(linesAt('debug', tellOfStart)).toHaveLength(1);
  });
});
