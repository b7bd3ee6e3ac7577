import { describe, expect, it } from '@jest/globals';
import { unsupported } from './supported-versions.js';

describe('the version of the database', () => {
  it.each(['14.0', '15.8 (Debian 15.8-1.pgdg120+1)', '18beta1', '18.4'])('may be %s', (version) => {
    expect(unsupported(version)).toBeNull();
  });

  it.each(['13.22', '9.6.24', ''])('may not be %j, and the operator reads which it takes', (version) => {
    expect(unsupported(version)?.message).toBe(
      `The database is PostgreSQL ${version}; Graphward needs PostgreSQL 14 or newer.`,
    );
  });
});
