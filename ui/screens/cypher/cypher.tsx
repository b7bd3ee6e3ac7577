import { go, linkTo, useAddress } from '../../base/address.js';
import { useDraft } from '../../base/hooks.js';
import { Heading } from '../../base/parts.js';
import { excerptAt, placeIn } from './completions.js';
import { Editor } from './editor.js';
import { Results, useResults } from './results.js';
import { SavedQueries } from './saved.js';

/** Writes, runs and saves queries. The query that was run is in the address. */
export function View() {
  const { query } = useAddress();
  const [asked, form] = [query.get('q') ?? '', query.get('form') ?? ''];
  const [text, setText] = useDraft(asked);
  const results = useResults(asked);
  const place = text === asked ? placeIn(results.error?.faults[0]?.message ?? '') : null;
  const run = () => go(linkTo('/cypher', { q: text.trim(), form }));
  return (
    <>
      <Heading text="Query the graph" />
      <p class="muted">Queries are written in the reading part of Cypher. The saved ones below are a start.</p>
      <Editor text={text} onText={setText} onRun={run} isRefused={place !== null} />
      <p class="row">
        <button type="button" onClick={run} disabled={text.trim() === ''}>
          Run
        </button>
        <span class="muted">Ctrl+Enter</span>
      </p>
      {place && <pre class="place">{excerptAt(asked, place)}</pre>}
      {asked !== '' && <Results asked={results} />}
      <SavedQueries text={text} />
    </>
  );
}
