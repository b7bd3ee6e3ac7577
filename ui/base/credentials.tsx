import { Modal } from './modal.js';
import { type Credential, curlLines, shellLines } from './signed-lines.js';
import { Copy } from './states.js';
import { texts } from './texts.js';

interface CredentialsProps {
  readonly token: Credential;
  /** A target that the token may read, for the lines that use it. */
  readonly target: string;
  readonly onClose: () => void;
}

/** Shows a new token. Its key is in the memory of the page only, until the dialog closes. */
export function Credentials({ token, target, onClose }: CredentialsProps) {
  const shown = [
    [texts.tokenId, token.id],
    [texts.tokenKey, token.key],
    [texts.asShell, shellLines(token, location.origin, target)],
    [texts.asCurl, curlLines(token, location.origin, target)],
  ] as const;
  return (
    // Escape must not lose what is shown once.
    <Modal label={texts.newToken} isKept onClose={onClose}>
      {() => (
        <>
          <h2>{texts.newToken}</h2>
          <p>{texts.tokenNote}</p>
          {shown.map(([name, text]) => (
            <div key={name} class="call">
              <h3>{name}</h3>
              <Copy text={text} />
            </div>
          ))}
          <form method="dialog" class="row">
            <button type="submit" class="main">
              {texts.tokenStored}
            </button>
          </form>
        </>
      )}
    </Modal>
  );
}
