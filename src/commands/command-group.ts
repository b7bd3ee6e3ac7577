import type { Command } from 'commander';

/** The group that a command of two words belongs to (`user` of `user create`), made by the first that asks for it. */
export function commandGroup(program: Command, name: string, description: string): Command {
  const found = program.commands.find((command) => command.name() === name);
  return found ?? program.command(name).description(description);
}
