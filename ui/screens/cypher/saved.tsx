import { useState } from 'preact/hooks';
import { type AnswerOf, call } from '../../api/call.js';
import { linkTo } from '../../base/address.js';
import { Input } from '../../base/controls.js';
import { FileButton } from '../../base/field.js';
import { useChange } from '../../base/form.js';
import { Button } from '../../base/parts.js';
import { useMay } from '../../base/session.js';
import { Ask, Failure } from '../../base/states.js';

type SavedQuery = AnswerOf<'GET /api/v2/saved-queries'>['data'][number];

/** An account has at most as many, beside those of the service. */
const MOST = 1100;

/** The queries that the account may run, and a form that saves the present one. */
export function SavedQueries({ text }: { readonly text: string }) {
  const canWrite = useMay('queries:write');
  const { run, save: saveFile, error, message } = useChange();
  const [entered, setEntered] = useState('');
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const name = entered.trim();
    void run(call('POST /api/v2/saved-queries', { body: { name, query: text } }), `Saved as “${name}”.`);
  };
  const remove = ({ id }: SavedQuery) =>
    run(call('DELETE /api/v2/saved-queries/{saved_query_id}', { path: { saved_query_id: id } }));
  const exportOne = ({ id, name }: SavedQuery) =>
    saveFile(
      call('GET /api/v2/saved-queries/{saved_query_id}/export', { path: { saved_query_id: id } }),
      `${name}.json`,
    );
  const exportAll = () =>
    saveFile(call('GET /api/v2/saved-queries/export', { query: { scope: 'owned' } }), 'saved-queries.zip');
  const importFile = ({ files }: HTMLInputElement) => {
    const file = files?.[0];
    if (file) void run(call('POST /api/v2/saved-queries/import', { body: file }), `Imported ${file.name}.`);
  };
  return (
    <section aria-labelledby="saved">
      <h2 id="saved">Saved queries</h2>
      {canWrite && text.trim() !== '' && (
        <form class="row" onSubmit={save}>
          <Input label="Name" required value={entered} onText={setEntered} />
          <button type="submit">Save</button>
        </form>
      )}
      <p class="row">
        {canWrite && <FileButton label="Import…" accept=".json,.zip" onChoose={importFile} />}
        <Button label="Export yours" run={() => exportAll()} />
      </p>
      <p role="status">{message}</p>
      {error && <Failure error={error} />}
      <Ask of={call('GET /api/v2/saved-queries', { query: { scope: 'all', limit: MOST } })} lines={10}>
        {({ data }) => (
          <>
            <List
              title="Yours"
              queries={data.filter(({ scope }) => scope === 'owned')}
              onRemove={canWrite ? remove : null}
              onExport={exportOne}
            />
            <List
              title="Shared with you"
              queries={data.filter(({ scope, user_id: owner }) => scope !== 'owned' && owner !== null)}
              onRemove={null}
              onExport={exportOne}
            />
            <List
              title="Of the service"
              queries={data.filter(({ user_id: owner }) => owner === null)}
              onRemove={null}
              onExport={exportOne}
            />
          </>
        )}
      </Ask>
    </section>
  );
}

interface ListProps {
  readonly title: string;
  readonly queries: readonly SavedQuery[];
  readonly onRemove: ((query: SavedQuery) => Promise<unknown>) | null;
  readonly onExport: (query: SavedQuery) => Promise<unknown>;
}

function List({ title, queries, onRemove, onExport }: ListProps) {
  if (queries.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="plain">
        {queries.map((saved) => (
          <li key={saved.id} class="row">
            <a href={linkTo('/cypher', { q: saved.query })}>
              <bdi>{saved.name}</bdi>
            </a>
            <span class="muted">{saved.description}</span>
            <Button label="⤓" about={`Export ${saved.name}`} run={() => onExport(saved)} />
            {onRemove && <Button label="✕" about={`Delete ${saved.name}`} run={() => onRemove(saved)} />}
          </li>
        ))}
      </ul>
    </>
  );
}
