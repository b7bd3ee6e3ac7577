import { useState } from 'preact/hooks';
import { go, linkTo } from '../../base/address.js';
import { Check, Select } from '../../base/controls.js';
import { number } from '../../base/format.js';
import { kindTexts } from '../../base/kind-texts.js';
import { Button } from '../../base/parts.js';
import { useStore } from '../../base/store.js';
import { addTo } from '../../picture/graph.js';
import { EndEditor } from '../../selection/end-editor.js';
import { ExclusionEditor } from '../../selection/exclusion-editor.js';
import { filterWithout, isOne, leftOut, type PathQuestion, questionValues, swapped } from './question.js';

/** Of paths from one node to another. */
const numbers = ['', '2', '5', '10', '20'].map((it) => [it, it || 'all of the shortest'] as const);

/** What the address asks. Each change is another address. */
export function PathForm({ question }: { readonly question: PathQuestion }) {
  const ask = (change: Partial<PathQuestion>) => go(linkTo('/paths', questionValues({ ...question, ...change })));
  const { start, end, kinds, onlyTraversable, longer, paths = '' } = question;
  return (
    <div class="question-form">
      <EndEditor label="From" end={start} onChange={(it) => ask({ start: it })} />
      <Button label="Swap" look="swap" run={() => ask(swapped(question))} />
      <EndEditor label="To" end={end} onChange={(it) => ask({ end: it })} />
      <fieldset>
        <legend>Edges</legend>
        <Check isChecked={onlyTraversable} onChange={(is) => ask({ onlyTraversable: is })}>
          Only edges that give control
        </Check>
        <EdgeKinds key={kinds} filter={kinds} onApply={(filter) => ask({ kinds: filter })} />
        <Check isChecked={longer} onChange={(is) => ask({ longer: is })}>
          Also one step longer
        </Check>
        {isOne(start) && isOne(end) && (
          <Select
            label="Number of paths"
            value={String(paths)}
            choices={numbers}
            onChange={(value) => ask({ paths: Number(value) || undefined })}
          />
        )}
      </fieldset>
      <ExclusionEditor />
    </div>
  );
}

interface EdgeKindsProps {
  readonly filter: string;
  readonly onApply: (filter: string) => void;
}

/** Chooses kinds by their families. */
function EdgeKinds({ filter, onApply }: EdgeKindsProps) {
  const texts = useStore(kindTexts);
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
