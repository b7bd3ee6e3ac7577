import { escapedMarkdown } from '../../base/values/markdown-text.js';
import { visible } from '../../base/values/visible.js';
import { csvLine } from '../../http/csv/csv-lines.js';
import { type ReportDocument, documentSchema, type ReportSection, type ReportTable } from './report-document.js';
import { type ReportFormat, reportTypes } from './report-format.js';
import { cellText, reportHtml } from './report-html.js';
import { momentText } from './report-texts.js';

interface Form {
  readonly mediaType: string;
  readonly extension: string;
  readonly write: (document: ReportDocument) => string;
}

/** The forms of a document. */
export const reportForms: Readonly<Record<ReportFormat, Form>> = {
  html: { mediaType: reportTypes.html, extension: 'html', write: reportHtml },
  markdown: { mediaType: reportTypes.markdown, extension: 'md', write: reportMarkdown },
  json: { mediaType: reportTypes.json, extension: 'json', write: reportJson },
  csv: { mediaType: reportTypes.csv, extension: 'csv', write: reportCsv },
};

function reportJson(document: ReportDocument): string {
  return `${JSON.stringify({ schema: documentSchema, ...document }, null, 2)}\n`;
}

const escaped = (text: string) => escapedMarkdown(visible(text));

function reportMarkdown({ title, made_at: at, made_by: by, warnings, sections }: ReportDocument): string {
  const lines = [
    `# ${escaped(title)}`,
    `Made at ${momentText(at)} for ${escaped(by)}.`,
    ...warnings.map((it) => `> ${escaped(it)}`),
    ...sections.flatMap(sectionMarkdown),
  ];
  return `${lines.join('\n\n')}\n`;
}

function sectionMarkdown({ title, meaning, sentences, tables }: ReportSection): string[] {
  const shown = tables.filter(({ rows }) => rows.length > 0);
  return [`## ${title}`, meaning, ...sentences.map(escaped), ...shown.flatMap(tableMarkdown)];
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function tableMarkdown({ title, columns, rows, more }: ReportTable): string[] {
  const table = [
    line(columns.map((it) => it.title)),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(row.map((cell, at) => escaped(cellText(cell, columns[at]!))))),
  ];
  return [`### ${title}`, table.join('\n'), ...(more > 0 ? [`and ${more} more`] : [])];
}

/** One line for each value, since tables have different columns. */
function reportCsv({ sections }: ReportDocument): string {
  const lines = sections.flatMap(({ name: section, tables }) =>
    tables.flatMap(({ name, columns, rows }) =>
      rows.flatMap((row, at) => row.map((cell, column) => [section, name, at + 1, columns[column]!.name, cell])),
    ),
  );
  return [['section', 'table', 'row', 'column', 'value'], ...lines].map(csvLine).join('');
}
