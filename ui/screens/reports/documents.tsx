import { call } from '../../api/call.js';
import type { ReportDocumentDto } from '../../api/schema.js';
import { address, linkWith } from '../../base/address.js';
import { useChange } from '../../base/form.js';
import { moment } from '../../base/format.js';
import { Button, Section } from '../../base/parts.js';
import { Ask } from '../../base/states.js';
import { type Column, SmallTable } from '../../table/table.js';
import './reports.css';

const MOST = 100;

/** Milliseconds until a document that is being made is looked for again. */
const PAUSE = 1000;

const formats = { html: 'HTML', markdown: 'Markdown', json: 'JSON', csv: 'CSV' } as const;
const extensions = { html: 'html', markdown: 'md', json: 'json', csv: 'csv' } as const;

type Format = keyof typeof formats;
const names: readonly Format[] = ['html', 'markdown', 'json', 'csv'];

const columns: readonly Column<ReportDocumentDto>[] = [
  { title: 'Made', cell: (it) => <Made {...it} /> },
  { title: 'Save as', cell: (it) => it.status === 'ready' && <SaveButtons {...it} /> },
];

/** The documents of a report, newest first, and a preview of the one in the address, or else of the newest. */
export function Documents({ report }: { readonly report: number }) {
  const chosen = address.value.query.get('document');
  const path = { report_id: report };
  return (
    <Section title="Documents">
      <Ask
        of={call('GET /api/v2/reports/{report_id}/documents', { path, query: { limit: MOST } })}
        again={({ data }) => (data.some(({ status }) => status === 'waiting') ? PAUSE : null)}
      >
        {({ data }) => {
          const shown = data.find(({ id, status }) => status === 'ready' && (chosen === null || id === chosen));
          if (data.length === 0) return <p>No document yet.</p>;
          return (
            <>
              <SmallTable label="Documents" columns={columns} rows={data} />
              {shown && <Preview {...shown} />}
            </>
          );
        }}
      </Ask>
    </Section>
  );
}

function Made({ id, status, reason, created_at: at }: ReportDocumentDto) {
  if (status === 'ready') return <a href={linkWith({ document: id })}>{moment(at)}</a>;
  return (
    <>
      {moment(at)}: {status === 'waiting' ? 'it is being made' : <strong>it has failed: {reason}</strong>}
    </>
  );
}

function SaveButtons({ id, created_at: at }: ReportDocumentDto) {
  const { save, outcome } = useChange();
  return (
    <div class="row">
      {names.map((format) => (
        <Button
          key={format}
          label={formats[format]}
          about={`Save ${moment(at)} as ${formats[format]}`}
          run={() => save(documentCall(id, { format }), `report.${extensions[format]}`)}
        />
      ))}
      {outcome}
    </div>
  );
}

/** The document comes from the same origin as the page: in the sandbox it has no origin, no script and no form. */
function Preview({ id, created_at: at }: ReportDocumentDto) {
  const { target } = documentCall(id, { inline: true });
  return (
    <Section title="Preview">
      <iframe class="preview" title={`Document of ${moment(at)}`} sandbox="" src={target} />
    </Section>
  );
}

function documentCall(id: string, query: { readonly format?: Format; readonly inline?: boolean }) {
  return call('GET /api/v2/report-documents/{document_id}', { path: { document_id: id }, query });
}
