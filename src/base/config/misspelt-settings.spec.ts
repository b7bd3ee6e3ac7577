import { expect, it } from '@jest/globals';
import { misspeltSettings } from './misspelt-settings.js';
import { settingDescriptions } from './setting.decorators.js';
import './settings.js';

it('finds variables that differ from a setting by two characters, or by one below eight letters', () => {
  expect(misspeltSettings(['DATABSE_URL', 'EDITON', 'RETENTION_DAYS', 'TOKEN_TTL'])).toEqual([
    'DATABSE_URL is no setting; did you mean DATABASE_URL?',
    'EDITON is no setting; did you mean EDITION?',
    'RETENTION_DAYS is no setting; did you mean RETENTION_DATA?',
  ]);
  expect(misspeltSettings(['EDITIOM', 'EDITORS', 'EDITING'])).toEqual(['EDITIOM is no setting; did you mean EDITION?']);
});

it('leaves settings and variables of other programs alone', () => {
  const others = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'PWD',
    'LANG',
    'TERM',
    'PORTS',
    'NODE_OPTIONS',
    'AWS_REGION',
    'PGHOST',
    'TZ',
    'EDITOR',
    'npm_config_data_dir',
    'npm_config_user_agent',
  ];
  expect(misspeltSettings([...settingDescriptions().map(({ variable }) => variable), ...others])).toEqual([]);
});
