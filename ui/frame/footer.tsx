import { clock, number } from '../base/format.js';
import { useEffect, useState } from 'preact/hooks';
import { about } from '../base/session.js';
import { useStore } from '../base/store.js';
import { graphVersion } from '../base/use-answer.js';
import { ShowCall } from './show-call.js';

/** Version, edition, and the version of the graph that the answers are from. */
export function Footer() {
  const known = useStore(about);
  const version = useStore(graphVersion);
  const [time, setTime] = useState(new Date());
  useEffect(() => setTime(new Date()), [version]);
  return (
    <footer>
      {known && (
        <span>
          Graphward {known.version}, {known.edition} edition
        </span>
      )}
      {version && (
        <span>
          Answers as of version {number(version.shown)}, {clock(time)}
        </span>
      )}
      <a href="/api/v2/docs">API reference</a>
      <ShowCall />
    </footer>
  );
}
