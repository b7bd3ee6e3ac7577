import type { Command } from 'commander';
import type { Settings } from '../base/config/settings.js';
import { visible } from '../base/values/visible.js';

export { visible };

/** How texts look on standard output. */
export interface Look {
  /** The width of standard output, if it is a terminal. */
  readonly columns?: number | undefined;
  /** Whether it is a terminal that shows colours, and NO_COLOR is not set. */
  readonly hasColours?: boolean | undefined;
}

/** The parts of the process that a command may use. */
export interface Terminal extends Look {
  /**
   * @param defaults replace the defaults of the product if the environment has no value
   * @throws SettingsError
   */
  settings(defaults?: Readonly<Record<string, string>>): Promise<Settings>;
  /** Prints a line of the result to standard output. */
  print(line: string): void;
  /** Prints any other line to standard error. */
  note(line: string): void;
  /** Standard input, for secrets. */
  readonly input?: (NodeJS.ReadableStream & { readonly isTTY?: boolean }) | undefined;
}

/**
 * Adds a command to the command line. Its action throws an Error with a message for the user. It imports its code
 * dynamically, so that other commands start without it.
 */
export type RegisterCommand = (program: Command, terminal: Terminal) => void;

/** Returns the group of a command of two words, such as `user` of `user create`. */
export function commandGroup(program: Command, name: string, description: string): Command {
  const found = program.commands.find((command) => command.name() === name);
  return found ?? program.command(name).description(description);
}

/** Parameters of `Select Graphic Rendition` that begin and end a style. */
const styles = { bold: [1, 22], red: [31, 39], green: [32, 39], yellow: [33, 39], cyan: [36, 39] } as const;
export type Style = keyof typeof styles;

export function styled({ hasColours }: Look, style: Style, text: string): string {
  const [begin, end] = styles[style];
  return hasColours ? `\u001B[${begin}m${text}\u001B[${end}m` : text;
}

/** A text of the user in a message. */
export function quoted(text: string): string {
  return visible(JSON.stringify(text));
}

/**
 * Breaks a text into lines of at most `width` characters, at spaces. A longer word is not broken, so that it can be copied.
 * @param text or its words, which may contain spaces
 * @param first indent of the first line
 * @param rest indent of the other lines
 */
export function wrapped(text: string | readonly string[], width: number, first = '', rest = first): string {
  const lines: string[] = [];
  let line = first;
  for (const word of typeof text === 'string' ? text.split(' ') : text) {
    const isEmpty = line === (lines.length === 0 ? first : rest);
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = rest + word;
    } else {
      line += isEmpty ? word : ` ${word}`;
    }
  }
  return [...lines, line].join('\n');
}
