import { expect, it } from '@jest/globals';
import { cutValues } from './cut-values.js';

it('finds values that end at a # as the start of a comment', () => {
  const file = `
# SECRET_KEY=a#b
INITIAL_ADMIN_PASSWORD=four#green
export REDIS_URL = redis://:pass#word@localhost
SECRET_KEY=#secret
DATABASE_URL="postgres://me:pass#word@localhost/graph"
HOST='a#b'
PORT=8080 # the usual one
EDITION=enterprise
ROLE= # none`;
  expect(cutValues(file)).toEqual(['INITIAL_ADMIN_PASSWORD', 'REDIS_URL', 'SECRET_KEY']);
});
