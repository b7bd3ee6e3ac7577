import 'reflect-metadata';
import { validateSync } from 'class-validator';
import { settingDescriptions, type SettingDescription } from './setting.decorators.js';
import { Settings } from './settings.js';

/** The environment does not describe a service that could start; one line per fault. */
export class SettingsError extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'SettingsError';
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads, checks and freezes the settings. A variable that is absent or empty takes its default, which may depend on EDITION.
 * @throws SettingsError naming each variable, its value and what is allowed.
 */
export function loadSettings(environment: Environment): Settings {
  const settings = new Settings();
  const values = settingDescriptions().map((description) => [description.property, valueOf(description, environment)]);
  Object.assign(settings, Object.fromEntries(values));
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

/** Secrets are named but not repeated: a fault ends up in logs. */
function faultLine(environment: Environment): (description: SettingDescription) => string {
  return ({ variable, allowed }) => {
    const value = /SECRET|PASSWORD|URL/.test(variable) ? 'its value' : JSON.stringify(environment[variable] ?? '');
    return `${variable}: ${value} is not allowed; it takes ${allowed}`;
  };
}
