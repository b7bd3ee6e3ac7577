import { createHash } from 'node:crypto';
import { escapedHtml } from '../../base/values/html.js';
import { reportChart } from './report-chart.js';
import type { Cell, ReportColumn, ReportDocument, ReportSection, ReportTable } from './report-document.js';
import { momentText, percentText } from './report-texts.js';

/** Light, for the screen and for paper. */
const style = `
@page { margin: 16mm; }
* { box-sizing: border-box; }
body { color: #1b1f24; background: #fff; font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.8rem; line-height: 1.2; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; margin: 2rem 0 .5rem; break-after: avoid; }
h3 { font-size: 1rem; margin: 1.2rem 0 .4rem; break-after: avoid; }
p, li { overflow-wrap: anywhere; }
a { color: #0b57d0; }
.meaning { color: #4a5158; }
.warning { border-left: 4px solid #b3261e; padding: .4rem .8rem; background: #fdf1f0; }
.frame { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { border-bottom: 1px solid #c8ced5; padding: .35rem .5rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { background: #eef1f4; }
td:not(.number) { min-width: 5rem; }
td:first-child { min-width: 8rem; }
td.number, th.number { text-align: right; white-space: nowrap; }
thead { display: table-header-group; }
tr, svg, .warning { break-inside: avoid; }
svg { width: 100%; height: auto; }
@media print { body { max-width: none; padding: 0; font-size: 11pt; } table { font-size: 9pt; } .frame { overflow: visible; } }
`;

const digest = createHash('sha256').update(style).digest('base64');

/** The policy of a document: no script, no request, and its own styles alone. */
const documentPolicy = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`;

/** The policy of an answer: without it, a document would have the origin of the service, and its cookie. Only the page may frame it. */
export const answerPolicy = `sandbox; ${documentPolicy}; frame-ancestors 'self'`;

/** One file without any request. Names are text. */
export function reportHtml(document: ReportDocument): string {
  const { title, made_at: at, made_by: by, since, warnings, sections } = document;
  const contents = sections.map((it) => `<li><a href="#${it.name}">${escapedHtml(it.title)}</a></li>`);
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapedHtml(documentPolicy)}">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${escapedHtml(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<h1><bdi>${escapedHtml(title)}</bdi></h1>`,
    `<p>Made at ${momentText(at)} for ${escapedHtml(by)}. The period begins at ${momentText(since)}.</p>`,
    ...warnings.map((it) => `<p class="warning"><bdi>${escapedHtml(it)}</bdi></p>`),
    `<nav aria-label="Contents"><ol>${contents.join('')}</ol></nav>`,
    ...sections.map(sectionHtml),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function sectionHtml({ name, title, meaning, sentences, chart, tables }: ReportSection): string {
  return [
    `<section aria-labelledby="${name}">`,
    `<h2 id="${name}">${escapedHtml(title)}</h2>`,
    `<p class="meaning">${escapedHtml(meaning)}</p>`,
    ...sentences.map((it) => `<p><bdi>${escapedHtml(it)}</bdi></p>`),
    ...(chart ? [reportChart(chart)] : []),
    ...tables.filter(({ rows }) => rows.length > 0).map(tableHtml),
    '</section>',
  ].join('\n');
}

function lookOf({ type }: ReportColumn): string {
  return type === 'count' || type === 'share' ? ' class="number"' : '';
}

function tableHtml({ title, columns, rows, more }: ReportTable): string {
  const head = columns.map((it) => `<th scope="col"${lookOf(it)}>${escapedHtml(it.title)}</th>`).join('');
  const body = rows.map((row) => {
    const cells = row.map(
      (cell, at) =>
        `<td${lookOf(columns[at]!)}><bdi>${breakable(escapedHtml(cellText(cell, columns[at]!)))}</bdi></td>`,
    );
    return `<tr>${cells.join('')}</tr>`;
  });
  return [
    `<h3>${escapedHtml(title)}</h3>`,
    `<div class="frame" tabindex="0" role="group" aria-label="${escapedHtml(title)}"><table><thead><tr>${head}</tr></thead>`,
    `<tbody>${body.join('\n')}</tbody></table></div>`,
    ...(more > 0 ? [`<p>and ${more} more</p>`] : []),
  ].join('\n');
}

/** Long names break after their parts rather than anywhere. */
function breakable(html: string): string {
  return html.replaceAll(/[@.](?=\w)/g, '$&<wbr>');
}

/** A value as people read it. */
export function cellText(cell: Cell, { type }: ReportColumn): string {
  if (cell === null) return 'not known';
  if (type === 'share' && typeof cell === 'number') return percentText(cell);
  return type === 'time' ? momentText(String(cell)) : String(cell);
}
