import { describe, expect, it } from '@jest/globals';
import { unsupported } from './wait-for-database.js';

describe('unsupported', () => {
  it.each(['14.0', '15.8 (Debian 15.8-1.pgdg120+1)', '18beta1', '18.4'])('accepts version %s', (version) => {
    expect(unsupported(version)).toBeNull();
  });

  it.each(['13.22', '9.6.24', ''])('refuses version %j and names the versions that are supported', (version) => {
    expect(unsupported(version)?.message).toBe(
      `The database is PostgreSQL ${version}; Graphward needs PostgreSQL 14 or newer.`,
    );
  });
});
