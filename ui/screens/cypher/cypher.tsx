import { go, linkTo, useAddress } from '../../base/address.js';
import { Heading } from '../../base/heading.js';
import { useDraft } from '../../base/use-draft.js';
import { Editor } from './editor.js';
import { excerptAt, placeIn } from './place.js';
import { Results, useResults } from './results.js';
import { SavedQueries } from './saved.js';
import { texts } from './texts.js';

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
      <Heading text={texts.title} />
      <p class="muted">{texts.note}</p>
      <Editor text={text} onText={setText} onRun={run} isRefused={place !== null} />
      <p class="row">
        <button type="button" onClick={run} disabled={text.trim() === ''}>
          {texts.run}
        </button>
        <span class="muted">{texts.runHint}</span>
      </p>
      {place && <pre class="place">{excerptAt(asked, place)}</pre>}
      {asked !== '' && <Results asked={results} />}
      <SavedQueries text={text} />
    </>
  );
}
