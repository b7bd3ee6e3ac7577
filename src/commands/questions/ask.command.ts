import { Argument } from 'commander';
import { readyQuestions } from '../../modules/questions/ready-questions.js';
import { UsageError } from '../failure.js';
import type { FormatOptions } from '../output/formats.js';
import type { RegisterCommand, Terminal } from '../terminal.js';
import { count, type GivenService, withServiceOptions } from './service-options.js';

interface AskOptions extends GivenService, FormatOptions {
  readonly limit?: number;
}

/** `ask [NAME] [OBJECT]`: lists the ready questions, or asks one. */
export const registerAsk: RegisterCommand = (program, terminal) => {
  const name = new Argument('[name]', 'name of the question; without it, all questions are listed');
  // For completion alone: another service may have other questions.
  name.argChoices = Object.values(readyQuestions).flatMap((questions) => Object.keys(questions));
  const command = program
    .command('ask')
    .description('list the ready questions, or ask one of them')
    .addArgument(name)
    .argument('[object]', 'name or object id, if the question is about an object; or an edge as source,kind,target')
    .option('--limit <number>', 'rows or paths to print; by default 10, with --csv all', count)
    .option('--json', 'print the answer of the service')
    .option('--csv', 'print CSV, if the answer is a list')
    .option('--tsv', 'print the table with tabs between its columns');
  withServiceOptions(command).action((given: string | undefined, object: string | undefined, options: AskOptions) =>
    given === undefined ? printQuestions(terminal, options) : printAnswer(terminal, given, object, options),
  );
};

async function printQuestions(terminal: Terminal, options: AskOptions): Promise<void> {
  const { withService } = await import('./with-service.js');
  const { questionRows, questionsPath } = await import('./ready-question.js');
  const { formatOf, mediaTypeOf, printedAsSent, rowsText } = await import('../output/formats.js');
  const format = formatOf(options);
  const answer = await withService(terminal, options, (service) =>
    service.get(questionsPath, { mediaType: mediaTypeOf(format) }),
  );
  if (printedAsSent(terminal, answer, format)) return;
  terminal.print(rowsText(questionRows(JSON.parse(answer).data), format, terminal));
}

async function printAnswer(
  terminal: Terminal,
  name: string,
  object: string | undefined,
  options: AskOptions,
): Promise<void> {
  const { withService } = await import('./with-service.js');
  const { callOf, printAnswerTo } = await import('./ready-question.js');
  const { formatOf, mediaTypeOf, printedAsSent, rowLimit, usualRows } = await import('../output/formats.js');
  const format = formatOf(options);
  const { call, answer } = await withService(terminal, options, async (service) => {
    const asked = await callOf(service, name, object);
    if (!asked.isList && (format === 'csv' || format === 'tsv'))
      throw new UsageError(`--${format} applies to lists, and the answer is none`);
    const limit = rowLimit(options.limit, format);
    const query = { ...asked.query, ...(asked.isList && { limit }) };
    return { call: asked, answer: await service.get(asked.path, { query, mediaType: mediaTypeOf(format) }) };
  });
  if (printedAsSent(terminal, answer, format)) return;
  printAnswerTo(terminal, call, answer, { format, most: options.limit ?? usualRows });
}
