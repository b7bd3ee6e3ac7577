import { describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { calledAs } from './called-as.js';

describe('the words that call the command line', () => {
  const built = join(process.cwd(), 'dist', 'src', 'cli.js');

  it.each([
    ['/srv/node_modules/.bin/graphward', {}, 'graphward'],
    ['/srv/node_modules/graphward/program/graphward.js', { npm_lifecycle_event: 'npx' }, 'graphward'],
    [built, { npm_lifecycle_event: 'cli' }, 'npm run -s cli --'],
    [built, {}, `node ${join('dist', 'src', 'cli.js')}`],
  ])('of %s with %j are "%s"', (program, environment, words) => {
    expect(calledAs(program, environment)).toBe(words);
  });
});
