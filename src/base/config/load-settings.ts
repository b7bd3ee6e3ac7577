import 'reflect-metadata';
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { validateSync } from 'class-validator';
import { errorMessage } from '../error-message.js';
import { misspeltSettings } from './misspelt-settings.js';
import { settingDescriptions, type SettingDescription } from './setting.decorators.js';
import { Settings } from './settings.js';

/** The environment has faulty settings; `lines` names each fault. */
export class SettingsError extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'SettingsError';
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads `.env` of the working folder into the environment if the file exists. Variables that are already set win.
 * @throws SettingsError if it is no text in UTF-8
 */
export function loadEnvFile(path = '.env'): void {
  if (existsSync(path))
    for (const [name, value] of Object.entries(parseEnv(envText(path)))) process.env[name] ??= value;
}

function envText(path: string): string {
  try {
    const text = readFileSync(path, 'utf8');
    if (text.includes('\0')) throw new Error('it has bytes of UTF-16 or of a program; save it as UTF-8');
    // Editors on Windows write a byte order mark, which would be part of the first name.
    return text.replace(/^\uFEFF/, '');
  } catch (error) {
    throw new SettingsError([`${path} can't be read: ${errorMessage(error)}`]);
  }
}

/**
 * Reads, validates and freezes the settings. A variable that is absent or empty has its default, which may depend on EDITION.
 * @throws SettingsError naming each variable, its value and the values that it accepts.
 */
export function loadSettings(environment: Environment): Settings {
  const settings = new Settings();
  const values = settingDescriptions().map((description) => [description.property, valueOf(description, environment)]);
  const misspelt = misspeltSettings(Object.keys(environment));
  Object.assign(settings, { ...Object.fromEntries(values), misspelt });
  const faulty = new Set(validateSync(settings).map((error) => error.property));
  if (faulty.size > 0)
    throw new SettingsError(
      settingDescriptions()
        .filter((it) => faulty.has(it.property))
        .map(faultLine(environment)),
    );
  for (const value of Object.values(settings)) Object.freeze(value);
  return Object.freeze(settings);
}

function valueOf(description: SettingDescription, environment: Environment): unknown {
  const edition = environment['EDITION'] === 'enterprise' ? 'enterprise' : 'community';
  return description.read(environment[description.variable] || description.defaults[edition]);
}

/** The values of secrets are left out, because the line goes to logs. */
function faultLine(environment: Environment): (description: SettingDescription) => string {
  return ({ variable, allowed }) => {
    const value = /SECRET|PASSWORD|URL/.test(variable) ? 'its value' : JSON.stringify(environment[variable] ?? '');
    return `${variable}: ${value} is not allowed; it accepts ${allowed}`;
  };
}
