import { IsBoolean, IsIn, IsInt, Max, Min, ValidateBy, type ValidationOptions } from 'class-validator';
import { isServiceUrl } from '../values/service-url.js';

type Edition = 'community' | 'enterprise';

/** Describes the environment variable of one property of {@link Settings}. */
export interface SettingDescription {
  readonly property: string;
  readonly variable: string;
  /** By edition. Most settings have the same default in both. */
  readonly defaults: Readonly<Record<Edition, string>>;
  readonly allowed: string;
  readonly meaning: string;
  /** Parses the text. An invalid text is returned unchanged, and the validator reports it. */
  readonly read: (text: string) => unknown;
}

const registry: SettingDescription[] = [];

/** Every setting, in the order of declaration. `.env.example` is generated from them. */
export function settingDescriptions(): readonly SettingDescription[] {
  return registry;
}

type Read = SettingDescription['read'];

const readInteger: Read = (text) => (/^-?\d+$/.test(text) ? Number(text) : text);
const readFlag: Read = (text) => (text === 'true' ? true : text === 'false' ? false : text);
const readText: Read = (text) => text;
const readList: Read = (text) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

function setting(
  variable: string,
  defaults: string | Readonly<Record<Edition, string>>,
  allowed: string,
  meaning: string,
  read: Read,
  ...rules: PropertyDecorator[]
): PropertyDecorator {
  return (target, property) => {
    const byEdition = typeof defaults === 'string' ? { community: defaults, enterprise: defaults } : defaults;
    registry.push({ property: String(property), variable, defaults: byEdition, allowed, meaning, read });
    for (const rule of rules) rule(target, property);
  };
}

export function IntegerSetting(
  variable: string,
  defaultValue: number | Readonly<Record<Edition, number>>,
  [least, most]: readonly [number, number],
  meaning: string,
): PropertyDecorator {
  const allowed = `an integer from ${least} to ${most}`;
  const defaults =
    typeof defaultValue === 'number'
      ? String(defaultValue)
      : { community: String(defaultValue.community), enterprise: String(defaultValue.enterprise) };
  return setting(variable, defaults, allowed, meaning, readInteger, IsInt(), Min(least), Max(most));
}

export function FlagSetting(variable: string, defaultValue: boolean, meaning: string): PropertyDecorator {
  return setting(variable, String(defaultValue), 'true or false', meaning, readFlag, IsBoolean());
}

export function ChoiceSetting(
  variable: string,
  defaultValue: string,
  choices: readonly string[],
  meaning: string,
): PropertyDecorator {
  const allowed = choices.map((choice) => choice || 'nothing').join(' or ');
  return setting(variable, defaultValue, allowed, meaning, readText, IsIn(choices));
}

/** The texts that a setting accepts, as a pattern or a test and in words. */
type TextRule = readonly [accepts: RegExp | ((text: string) => boolean), allowed: string];

const optionalUrl: TextRule = [(text) => text === '' || isServiceUrl(text), 'an http(s) URL, or empty'];

/** The URL of a service, or nothing. */
export function UrlSetting(variable: string, meaning: string): PropertyDecorator {
  return TextSetting(variable, '', optionalUrl, meaning);
}

/** A text. An empty default means "not set". */
export function TextSetting(variable: string, defaultText: string, rule: TextRule, meaning: string): PropertyDecorator {
  return setting(variable, defaultText, rule[1], meaning, readText, Accepted(rule));
}

/** Words separated by commas. `rule` accepts each. */
export function ListSetting(variable: string, defaultText: string, rule: TextRule, meaning: string): PropertyDecorator {
  return setting(variable, defaultText, rule[1], meaning, readList, Accepted(rule, { each: true }));
}

function Accepted([accepts]: TextRule, options?: ValidationOptions): PropertyDecorator {
  const validate = accepts instanceof RegExp ? (text: string) => accepts.test(text) : accepts;
  return ValidateBy({ name: 'isAccepted', validator: { validate } }, options);
}
