import { reload } from '../base/session.js';
import { useStore } from '../base/store.js';
import { forgetShownVersions, graphVersion } from '../base/use-answer.js';

/** Offers to load the view again if a later answer shows that the graph has changed. */
export function ChangedGraph() {
  const version = useStore(graphVersion);
  if (!version || version.newest === version.shown) return null;
  return (
    <p class="note" role="status">
      The graph has changed since this view was loaded.{' '}
      <button type="button" onClick={again}>
        Reload
      </button>
    </p>
  );
}

function again(): void {
  forgetShownVersions();
  reload();
}
