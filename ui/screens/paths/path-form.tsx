import { useState } from 'preact/hooks';
import { address, go, linkWith, type Values } from '../../base/address.js';
import { Check, Select } from '../../base/controls.js';
import { number } from '../../base/format.js';
import { kindTexts } from '../../base/kind-texts.js';
import { Button } from '../../base/parts.js';
import { addTo } from '../../picture/graph.js';
import { EndEditor } from '../../selection/end-editor.js';
import { ExclusionEditor } from '../../selection/exclusion-editor.js';
import { replacedEnd, unselected } from '../../selection/ends.js';
import { filterWithout, isOne, leftOut, pathEnds } from './question.js';

/** Of paths from one node to another. */
const numbers = ['', '2', '5', '10', '20'].map((it) => [it, it || 'all of the shortest'] as const);

const ask = (change: Values) => go(linkWith({ ...change, ...unselected }));

/** What the address asks. Each change is another address. */
export function PathForm() {
  const { query } = address.value;
  const { start, end } = pathEnds(query);
  const kinds = query.get('relationship_kinds') ?? '';
  return (
    <div class="question-form">
      <EndEditor label="From" end={start} onChange={(it) => ask(replacedEnd('start', it))} />
      <Button
        label="Swap"
        look="swap"
        run={() =>
          ask({
            ...replacedEnd('start', end),
            ...replacedEnd('end', start),
            start_where: query.getAll('end_where'),
            end_where: query.getAll('start_where'),
          })
        }
      />
      <EndEditor label="To" end={end} onChange={(it) => ask(replacedEnd('end', it))} />
      <fieldset>
        <legend>Edges</legend>
        <Check
          isChecked={query.get('only_traversable') !== 'false'}
          onChange={(is) => ask({ only_traversable: is ? '' : 'false' })}
        >
          Only edges that give control
        </Check>
        <EdgeKinds key={kinds} filter={kinds} onApply={(filter) => ask({ relationship_kinds: filter })} />
        <Check isChecked={query.get('longer') === 'true'} onChange={(is) => ask({ longer: is ? 'true' : '' })}>
          Also one step longer
        </Check>
        {isOne(start) && isOne(end) && (
          <Select
            label="Number of paths"
            value={query.get('paths') ?? ''}
            choices={numbers}
            onChange={(paths) => ask({ paths, longer: '' })}
          />
        )}
      </fieldset>
      <ExclusionEditor />
    </div>
  );
}

/** Chooses kinds by their families. */
function EdgeKinds({ filter, onApply }: { readonly filter: string; readonly onApply: (filter: string) => void }) {
  const texts = kindTexts.value;
  const { kinds } = texts;
  const [changed, setChanged] = useState<ReadonlySet<string> | null>(null);
  const out = changed ?? leftOut(filter, kinds);
  const families = new Map<string, string[]>();
  for (const kind of kinds) addTo(families, texts.of(kind)?.family ?? 'Kinds that files added', kind);
  const follow = (some: readonly string[], isFollowed: boolean) =>
    setChanged(new Set(isFollowed ? [...out].filter((kind) => !some.includes(kind)) : [...out, ...some]));
  return (
    <details class="edge-kinds">
      <summary>
        Edges: {number(kinds.length - out.size)} of {number(kinds.length)} kinds
      </summary>
      {[...families].map(([family, some]) => {
        const followed = some.filter((kind) => !out.has(kind)).length;
        const isMixed = followed > 0 && followed < some.length;
        return (
          <div key={family} class="family">
            <Check isChecked={followed > 0} isMixed={isMixed} onChange={(is) => follow(some, is)}>
              {family}
            </Check>
            <details>
              <summary>
                {followed} of {some.length}
              </summary>
              {some.map((kind) => (
                <Check key={kind} isChecked={!out.has(kind)} onChange={(is) => follow([kind], is)}>
                  {kind}
                </Check>
              ))}
            </details>
          </div>
        );
      })}
      <Button label="Apply" look="main" run={() => onApply(filterWithout(out, kinds))} />
    </details>
  );
}
