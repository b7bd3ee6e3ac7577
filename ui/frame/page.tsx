import { accountOf, session } from '../base/session.js';
import { Failure } from '../base/states.js';
import { useStore } from '../base/store.js';
import { CurrentView } from './current-view.js';
import { Footer } from './footer.js';
import { Header } from './header.js';
import { LoginView, PasswordView } from './login.js';
import { SessionEnd } from './session-end.js';

/** The whole page: the login, or the frame with the present view. */
export function Page() {
  const current = useStore(session);
  if (current.state === 'unknown') return <main aria-busy="true" />;
  if (current.state === 'failed')
    return (
      <main class="login">
        <h1>Graphward</h1>
        <Failure error={current.error} />
      </main>
    );
  if (current.state === 'expired') return <PasswordView name={current.name} secret={current.secret} />;
  const account = accountOf(current);
  if (!account) return <LoginView />;
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <Header account={account} />
      <main id="content" tabIndex={-1}>
        <SessionEnd />
        <CurrentView account={account} />
      </main>
      <Footer />
      {current.state === 'out' && <LoginView name={account.name} />}
    </>
  );
}
