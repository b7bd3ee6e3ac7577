import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { envExample } from './env-example.js';
import { loadSettings } from './load-settings.js';
import { settingDescriptions } from './setting.decorators.js';

const file = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');

describe('.env.example', () => {
  it('is what the settings say (npm run -s cli -- env-example > .env.example makes it anew)', () => {
    expect(file).toBe(envExample());
  });

  it('changes nothing as it is, nor with every line uncommented', () => {
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
