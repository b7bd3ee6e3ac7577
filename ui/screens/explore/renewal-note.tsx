import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../base/parts.js';
import { reload, reloads } from '../../base/session.js';
import { graphVersion, isGraphNewer } from '../../base/states.js';
import { changesText, reloaded } from '../../explore/renewal.js';
import { renew } from './renew.js';
import type { Explored } from './use-explored.js';

interface RenewalNoteProps {
  readonly explored: Explored;
  /** The number of reloads when the picture was opened. */
  readonly round: number;
  readonly onReloaded: () => void;
}

/** Marks what came and went since the picture was drawn. *Reload* shows the present graph. */
export function RenewalNote({ explored, round, onReloaded }: RenewalNoteProps) {
  const { scene } = explored;
  const last = useRef(round);
  const isNewer = isGraphNewer();
  const objects = [...scene.nodes.keys()];
  useEffect(() => {
    if (isNewer) void renew(objects, explored);
  }, [graphVersion.value?.newest]);
  useEffect(() => {
    if (reloads.value === last.current) return;
    last.current = reloads.value;
    void renew(objects, explored, reloaded).then(onReloaded);
  }, [reloads.value]);
  const text = changesText(scene);
  return text === '' ? null : (
    <p class="note" role="status">
      Since this picture was drawn, {text}. {!isNewer && <Button label="Reload" run={reload} />}
    </p>
  );
}
