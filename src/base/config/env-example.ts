import { settingDescriptions, type SettingDescription } from './setting.decorators.js';
// The decorators of the class fill the descriptions.
import './settings.js';

const WIDTH = 118;

const INTRODUCTION = [
  'Every setting, with its default. Copy this file to .env and uncomment what should differ; variables of the environment',
  'win over .env, and an empty value means the default. A value that is not allowed stops the start and is named.',
];

/** The text of `.env.example`, made from the settings themselves: what each means, what it takes, what it is unless set. */
export function envExample(): string {
  return `${[comment(INTRODUCTION), ...settingDescriptions().map(paragraph)].join('\n\n')}\n`;
}

function paragraph({ variable, defaults, allowed, meaning }: SettingDescription): string {
  const { community, enterprise } = defaults;
  const both =
    community === enterprise ? '' : ` Unless set, ${community} in community and ${enterprise} in enterprise.`;
  return `${comment(wrap(`${meaning} Takes ${allowed}.${both}`))}\n#${variable}=${community}`;
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
