import { useState } from 'preact/hooks';
import { type AnswerOf, call } from '../../api/call.js';
import { linkTo } from '../../base/address.js';
import { Input } from '../../base/controls.js';
import { FileButton } from '../../base/field.js';
import { useChange } from '../../base/form.js';
import { Button, Lines, Section } from '../../base/parts.js';
import { may } from '../../base/session.js';
import { Ask } from '../../base/states.js';

type SavedQuery = AnswerOf<'GET /api/v2/saved-queries'>['data'][number];

/** An account has at most as many, beside the queries of the service. */
const MOST = 1100;

const groups: readonly (readonly [title: string, isIn: (query: SavedQuery) => boolean])[] = [
  ['Yours', ({ scope }) => scope === 'owned'],
  ['Shared with you', ({ scope, user_id: owner }) => scope !== 'owned' && owner !== null],
  ['Of the service', ({ user_id: owner }) => owner === null],
];

/** The queries that the account may run, and a form that saves the present one. */
export function SavedQueries({ text }: { readonly text: string }) {
  const canWrite = may('queries:write');
  const { run, save: saveFile, outcome } = useChange();
  const [entered, setEntered] = useState('');
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const name = entered.trim();
    void run(call('POST /api/v2/saved-queries', { body: { name, query: text } }), `Saved as “${name}”.`);
  };
  const exportAll = () =>
    saveFile(call('GET /api/v2/saved-queries/export', { query: { scope: 'owned' } }), 'saved-queries.zip');
  const importFile = ({ files }: HTMLInputElement) => {
    const file = files?.[0];
    if (file) void run(call('POST /api/v2/saved-queries/import', { body: file }), `Imported ${file.name}.`);
  };
  const line = ({ id, name, query, description, scope }: SavedQuery) => {
    const path = { saved_query_id: id };
    const file = call('GET /api/v2/saved-queries/{saved_query_id}/export', { path });
    const remove = call('DELETE /api/v2/saved-queries/{saved_query_id}', { path });
    return (
      <>
        <a href={linkTo('/cypher', { q: query })}>
          <bdi>{name}</bdi>
        </a>
        <span class="muted">{description}</span>
        <Button label="⤓" about={`Export ${name}`} run={() => saveFile(file, `${name}.json`)} />
        {canWrite && scope === 'owned' && <Button label="✕" about={`Delete ${name}`} run={() => run(remove)} />}
      </>
    );
  };
  return (
    <Section title="Saved queries">
      {canWrite && text.trim() !== '' && (
        <form class="row" onSubmit={save}>
          <Input label="Name" required value={entered} onText={setEntered} />
          <button type="submit">Save</button>
        </form>
      )}
      <p class="row">
        {canWrite && <FileButton label="Import…" accept=".json,.zip" onChoose={importFile} />}
        <Button label="Export yours" run={exportAll} />
      </p>
      {outcome}
      <Ask of={call('GET /api/v2/saved-queries', { query: { scope: 'all', limit: MOST } })} lines={10}>
        {({ data }) =>
          groups.map(([title, isIn]) => {
            const queries = data.filter(isIn);
            return queries.length > 0 && [<h3>{title}</h3>, <Lines of={queries} lineLook="row" line={line} />];
          })
        }
      </Ask>
    </Section>
  );
}
