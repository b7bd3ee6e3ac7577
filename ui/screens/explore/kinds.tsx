import { Check } from '../../base/controls.js';
import { kindShown } from '../../explore/acts.js';
import type { Scene } from '../../explore/scene.js';
import type { Explored } from './use-explored.js';

/** The kinds of edges of a picture, of which some are not drawn. */
export function Kinds({ scene, act }: { readonly scene: Scene; readonly act: Explored['act'] }) {
  const kinds = [...new Set(scene.edges.map(({ kind }) => kind))].toSorted();
  return (
    <div>
      {kinds.length === 0 && <p class="muted">No edge is shown.</p>}
      {kinds.map((kind) => (
        <Check
          key={kind}
          isChecked={!scene.hiddenKinds.has(kind)}
          onChange={(isShown) =>
            act(`${isShown ? 'Showed' : 'Hid'} edges of ${kind}`, (it) => kindShown(it, kind, isShown))
          }
        >
          {kind}
        </Check>
      ))}
    </div>
  );
}
