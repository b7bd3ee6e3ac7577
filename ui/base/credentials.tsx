import { Modal } from './modal.js';
import { type Credential, curlLines, shellLines } from './signed-lines.js';
import { Copy } from './states.js';

interface CredentialsProps {
  readonly token: Credential;
  /** A target that the token may read, for the lines that use it. */
  readonly target: string;
  readonly onClose: () => void;
}

/** Shows a new token. Its key is in the memory of the page only, until the dialog closes. */
export function Credentials({ token, target, onClose }: CredentialsProps) {
  const shown = [
    ['Id', token.id],
    ['Key (secret)', token.key],
    ['For the functions of scripts/graphward.sh', shellLines(token, location.origin, target)],
    ['As a call by curl and openssl', curlLines(token, location.origin, target)],
  ] as const;
  return (
    // Escape must not lose what is shown once.
    <Modal label="The new token" isKept onClose={onClose}>
      {() => (
        <>
          <h2>The new token</h2>
          <p>Its key is shown only now. Store it before you close this.</p>
          {shown.map(([name, text]) => (
            <div key={name} class="call">
              <h3>{name}</h3>
              <Copy text={text} />
            </div>
          ))}
          <form method="dialog" class="row">
            <button type="submit" class="main">
              I have stored it
            </button>
          </form>
        </>
      )}
    </Modal>
  );
}
