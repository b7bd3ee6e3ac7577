import { settingDescriptions, type SettingDescription } from './setting.decorators.js';
// The decorators of the class fill the descriptions.
import './settings.js';

const WIDTH = 118;

const INTRODUCTION = [
  'Every setting, with its default. Copy this file to .env and uncomment the lines to change. Variables of the environment',
  'override .env, and an empty value means the default. An invalid value stops the start with an error.',
];

/** The text of `.env.example`: the meaning, the accepted values and the default of every setting. */
export function envExample(): string {
  return `${[comment(INTRODUCTION), ...settingDescriptions().map(paragraph)].join('\n\n')}\n`;
}

function paragraph({ variable, defaults, allowed, meaning }: SettingDescription): string {
  const { community, enterprise } = defaults;
  const both =
    community === enterprise ? '' : ` The default is ${community} in community and ${enterprise} in enterprise.`;
  return `${comment(wrap(`${meaning} Value: ${allowed}.${both}`))}\n#${variable}=${community}`;
}

function comment(lines: readonly string[]): string {
  return lines.map((line) => `# ${line}`).join('\n');
}

function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
