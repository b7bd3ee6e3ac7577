import { Modal } from '../../base/modal.js';
import { Button, Lines } from '../../base/parts.js';
import { openSession } from '../../base/session.js';

interface Props {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Recovery codes, which are in the memory of the page only, until the dialog closes. */
export function RecoveryCodes({ codes, onClose }: Props) {
  return (
    // Escape must not lose what is shown once.
    <Modal label="Recovery codes" isKept onClose={onClose}>
      {(close) => (
        <>
          <p>
            Each logs in once beside your password if you do not have the device. They are shown only now: keep them
            elsewhere.
          </p>
          <Lines of={codes} look="codes" line={(it) => it} />
          <div class="row">
            <Button label="Copy all" run={() => navigator.clipboard.writeText(codes.join('\n'))} />
            <Button label="I have stored them" look="main" run={() => finish(close)} />
          </div>
        </>
      )}
    </Modal>
  );
}

function finish(close: () => void): void {
  close();
  // The session may do more now.
  void openSession();
}
