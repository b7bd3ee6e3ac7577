export const reportFormats = ['html', 'markdown', 'json', 'csv'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Media types. */
export const reportTypes: Readonly<Record<ReportFormat, string>> = {
  html: 'text/html; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
};
