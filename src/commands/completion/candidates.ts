import type { Command, Option } from 'commander';

/** A word that can follow. */
export interface Candidate {
  readonly word: string;
  readonly meaning: string;
}

/**
 * Completes the last of the words after the name of the program, by the definitions of its commands.
 * @returns no candidates if a name, a value or a file follows
 */
export function candidatesFor(program: Command, words: readonly string[]): Candidate[] {
  const last = words.at(-1) ?? '';
  const { command, argument, option } = placeAfter(program, words.slice(0, -1));
  return following(command, argument, option, last).filter(({ word }) => word.startsWith(last));
}

interface Place {
  readonly command: Command;
  /** Index of the next argument of the command. */
  readonly argument: number;
  /** The option whose value follows. */
  readonly option?: Option | undefined;
}

function placeAfter(program: Command, words: readonly string[]): Place {
  let place: Place = { command: program, argument: 0 };
  for (const word of words) {
    const { command, argument, option } = place;
    const inner = argument === 0 ? command.commands.find((it) => it.name() === word) : undefined;
    if (option) place = { command, argument };
    else if (word.startsWith('-')) place = { command, argument, option: command.options.find(takesNext(word)) };
    else if (inner) place = { command: inner, argument };
    else place = { command, argument: argument + 1 };
  }
  return place;
}

function takesNext(word: string): (option: Option) => boolean {
  return (option) => [option.short, option.long].includes(word) && option.required;
}

function following(command: Command, argument: number, option: Option | undefined, last: string): Candidate[] {
  if (option) return choices(option.argChoices);
  const help = command.createHelp();
  if (last.startsWith('-'))
    return help.visibleOptions(command).map(({ long, short, description }) => ({
      word: long ?? short ?? '',
      meaning: description,
    }));
  const inner = argument === 0 ? help.visibleCommands(command) : [];
  return [
    ...inner.map((it) => ({ word: it.name(), meaning: it.description() })),
    ...choices(command.registeredArguments[argument]?.argChoices),
  ];
}

function choices(words: readonly string[] = []): Candidate[] {
  return words.map((word) => ({ word, meaning: '' }));
}
