import type { SectionName } from './report.js';

/** A value of a table. Shares are 0 to 1. */
export type Cell = string | number | null;

export interface ReportColumn {
  readonly name: string;
  readonly title: string;
  readonly type: 'text' | 'count' | 'share' | 'time';
}

export interface ReportTable {
  readonly name: string;
  readonly title: string;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly Cell[])[];
  /** Rows that are left out. */
  readonly more: number;
}

export interface ChartLine {
  readonly name: string;
  readonly points: readonly { readonly at: string; readonly share: number }[];
}

export interface ReportSection {
  readonly name: SectionName;
  readonly title: string;
  /** What it means, and how it was computed. */
  readonly meaning: string;
  readonly sentences: readonly string[];
  readonly chart: { readonly title: string; readonly lines: readonly ChartLine[] } | null;
  readonly tables: readonly ReportTable[];
}

/** A report as all its forms show it. */
export interface ReportDocument {
  readonly title: string;
  readonly made_at: string;
  readonly made_by: string;
  readonly version: string;
  readonly graph_version: number;
  readonly since: string;
  /** For the first page. */
  readonly warnings: readonly string[];
  readonly sections: readonly ReportSection[];
}

/** A JSON Schema of a document in JSON, which contains it. */
export const documentSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['title', 'made_at', 'made_by', 'version', 'graph_version', 'since', 'warnings', 'sections'],
  properties: {
    title: { type: 'string' },
    made_at: { type: 'string', format: 'date-time' },
    made_by: { type: 'string', description: 'Name of the account that asked.' },
    version: { type: 'string', description: 'Of the product.' },
    graph_version: { type: 'integer' },
    since: { type: 'string', format: 'date-time', description: 'Begin of the period.' },
    warnings: { type: 'array', items: { type: 'string' } },
    sections: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'title', 'meaning', 'sentences', 'chart', 'tables'],
        properties: {
          name: { type: 'string' },
          title: { type: 'string' },
          meaning: { type: 'string' },
          sentences: { type: 'array', items: { type: 'string' } },
          chart: { type: ['object', 'null'], description: 'Lines of shares (0 to 1) over time.' },
          tables: {
            type: 'array',
            items: {
              type: 'object',
              required: ['name', 'title', 'columns', 'rows', 'more'],
              properties: {
                name: { type: 'string' },
                title: { type: 'string' },
                columns: {
                  type: 'array',
                  description: 'Of the values of each row, in their order. A share is a number from 0 to 1.',
                  items: { type: 'object', required: ['name', 'title', 'type'] },
                },
                rows: { type: 'array', items: { type: 'array', items: { type: ['string', 'number', 'null'] } } },
                more: { type: 'integer', description: 'Rows that are left out.' },
              },
            },
          },
        },
      },
    },
  },
} as const;
