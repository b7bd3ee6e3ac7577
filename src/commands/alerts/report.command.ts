import { Option } from 'commander';
import { type ReportFormat, reportFormats, reportTypes } from '../../modules/reports/report-format.js';
import type { ReportDocumentDto } from '../../modules/reports/reports.fields.js';
import { type GivenService, withServiceOptions } from '../questions/service-options.js';
import type { RegisterCommand } from '../terminal.js';

interface ReportOptions extends GivenService {
  readonly tag?: readonly string[];
  readonly environment?: readonly string[];
  readonly since: string;
  readonly name: string;
  readonly format?: ReportFormat;
  readonly output?: string;
}

/** The forms by the ends of file names. */
const formatsByEnd: Readonly<Record<string, ReportFormat>> = { html: 'html', md: 'markdown', json: 'json', csv: 'csv' };

const more = (word: string, words: readonly string[] = []) => [...words, word];

/** `report`: makes a document and saves it. */
export const registerReport: RegisterCommand = (program, terminal) => {
  const command = program
    .command('report')
    .description('make a document about the exposure of the estate')
    .option('--tag <tag>', 'tag of an asset group; may be repeated (default: tier-zero)', more)
    .option('--environment <id>', 'object id of a domain or tenant; may be repeated (default: all)', more)
    .option('--since <duration>', 'begin of the period: a duration before now', '-P30D')
    .option('--name <name>', 'title of the document', 'Exposure')
    .addOption(
      new Option('--format <format>', 'form of the document (default: by the name of the file)').choices(reportFormats),
    )
    .option('-o, --output <file>', 'file to write; without it, the document is printed');
  withServiceOptions(command).action(async ({ tag = ['tier-zero'], environment = [], ...options }: ReportOptions) => {
    const { withService } = await import('../questions/with-service.js');
    const { since, name, output } = options;
    const format = options.format ?? formatsByEnd[output?.split('.').at(-1) ?? ''] ?? 'html';
    const tags = tag.map((it) => (it === 'tier-zero' ? 'tier_zero' : it));
    const text = await withService(terminal, options, async (service) => {
      const body = { name, tags, environments: environment, since };
      const made = await service.post('/api/v2/reports/run', body, 'application/json');
      const { data }: { data: ReportDocumentDto } = JSON.parse(made);
      const [mediaType] = reportTypes[format].split(';');
      return service.get(`/api/v2/report-documents/${data.id}`, {
        query: { format },
        ...(mediaType && { mediaType }),
      });
    });
    if (output === undefined) return terminal.print(text);
    const { writeFile } = await import('node:fs/promises');
    await writeFile(output, text);
    return terminal.note(`${output} is written`);
  });
};
