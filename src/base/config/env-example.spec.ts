import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { envExample } from './env-example.js';
import { loadSettings } from './load-settings.js';
import { settingDescriptions } from './setting.decorators.js';

const file = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');

describe('.env.example', () => {
  it('matches the settings (npm run -s cli -- env-example > .env.example updates it)', () => {
    expect(file).toBe(envExample());
  });

  it('changes no setting, even if every line is uncommented', () => {
    expect(parseEnv(file)).toEqual({});
    const uncommented = parseEnv(file.replaceAll(/^#(?=[A-Z])/gm, ''));
    expect(Object.keys(uncommented).toSorted()).toEqual(
      settingDescriptions()
        .map(({ variable }) => variable)
        .toSorted(),
    );
    expect(loadSettings(uncommented)).toEqual(loadSettings({}));
  });
});
