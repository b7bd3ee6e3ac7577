import { useEffect, useState } from 'preact/hooks';
import { curlLine } from '../api/call.js';
import { clock, number } from '../base/format.js';
import { Sheet } from '../base/modal.js';
import { about, account, session } from '../base/session.js';
import { Copy, Failure, graphVersion, shownCalls } from '../base/states.js';
import { CurrentView } from './current-view.js';
import { Header } from './header.js';
import { BlockedCodes, Entrance, LoginView, PasswordView, SessionEnd } from './login.js';
import './frame.css';

/** The whole page: the login, or the frame with the present view. */
export function Page() {
  const current = session.value;
  if (current.state === 'unknown') return <main aria-busy="true" />;
  if (current.state === 'failed')
    return (
      <Entrance>
        <Failure error={current.error} />
      </Entrance>
    );
  if (current.state === 'expired') return <PasswordView name={current.name} secret={current.secret} />;
  const self = account.value;
  if (!self) return <LoginView />;
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <Header />
      <main id="content" tabIndex={-1}>
        <SessionEnd />
        <BlockedCodes />
        <Notes />
        <CurrentView />
      </main>
      <Footer />
      {current.state === 'out' && <LoginView name={self.name} />}
    </>
  );
}

/** What readers of the answers of this view must know. */
function Notes() {
  const notes = [...new Set([...shownCalls.value.values()].flat())];
  return (
    <div role="status">
      {notes.map((note) => (
        <p key={note} class="note">
          {note[0]?.toUpperCase() + note.slice(1)}.
        </p>
      ))}
    </div>
  );
}

/** Version, edition, and the version of the graph that the answers are from. */
function Footer() {
  const known = about.value;
  const version = graphVersion.value;
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

/** Shows the calls of the present view as lines for a shell. */
function ShowCall() {
  const lines = [...new Set([...shownCalls.value.keys()].map((it) => curlLine(it, location.origin)))];
  return (
    <Sheet label="Show call">
      <p>
        {lines.length > 0
          ? 'The calls of this view. GRAPHWARD_TOKEN is a session token of POST /api/v2/login.'
          : 'This view asks nothing.'}
      </p>
      {lines.map((line) => (
        <p key={line} class="call">
          <Copy text={line} />
        </p>
      ))}
    </Sheet>
  );
}
