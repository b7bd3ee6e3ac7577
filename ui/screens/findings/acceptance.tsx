import { useRef, useState } from 'preact/hooks';
import { type Call, call } from '../../api/call.js';
import type { FindingDto } from '../../api/schema.js';
import { ApiError, send } from '../../api/send.js';
import { enteredText } from '../../base/entered-text.js';
import { may, reload, session } from '../../base/session.js';
import { Failure } from '../../base/states.js';
import { useStore } from '../../base/store.js';
import { daysBefore } from '../../chart/days.js';
import { texts } from './texts.js';

/** Days for which a risk is accepted unless another end is chosen. */
const USUAL_DAYS = 90;

const operation = 'PUT /api/v2/attack-paths/{attack_path_id}/acceptance';

/** A button that opens the acceptance of a risk, for accounts that may change it. */
export function Acceptance({ finding }: { readonly finding: FindingDto }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  if (!may(useStore(session), 'graph:write') || finding.status === 'remediated') return null;
  const isAccepted = finding.status === 'accepted';
  const label = isAccepted ? texts.accepted : texts.accept;
  const path = { attack_path_id: finding.id };
  const change = async (wanted: Call<unknown>) => {
    try {
      await send(wanted);
      dialog.current?.close();
      reload();
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setError(thrown);
    }
  };
  const accept = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const entered = new FormData(event.currentTarget);
    const until = `${enteredText(entered, 'end')}T00:00:00Z`;
    const body = { accepted: true, accept_until: until, reason: enteredText(entered, 'reason') };
    void change(call(operation, { path, body }));
  };
  const open = () => {
    setOpen(true);
    requestAnimationFrame(() => dialog.current?.showModal());
  };
  return (
    <>
      <button type="button" class="link" aria-label={texts.acceptOf(label, finding)} onClick={open}>
        {label}
      </button>
      {isOpen && (
        <dialog ref={dialog} aria-label={texts.acceptance} onClose={() => setOpen(false)}>
          <h2>{texts.acceptance}</h2>
          <p>{texts.endsOf(finding)}</p>
          {error && <Failure error={error} />}
          {isAccepted && <p>{texts.acceptedUntil(finding.accepted_until.time ?? '', finding.accept_reason)}</p>}
          <form class="stack" onSubmit={accept}>
            <label>
              {texts.end}
              <input
                type="date"
                name="end"
                required
                min={daysBefore(-1, Date.now())}
                defaultValue={daysBefore(-USUAL_DAYS, Date.now())}
              />
            </label>
            <label>
              {texts.reason}
              <input name="reason" defaultValue={finding.accept_reason} autocomplete="off" />
            </label>
            <p class="row">
              <button type="submit" class="main">
                {texts.accept}
              </button>
              {isAccepted && (
                <button type="button" onClick={() => void change(call(operation, { path, body: { accepted: false } }))}>
                  {texts.withdraw}
                </button>
              )}
              <button type="button" onClick={() => dialog.current?.close()}>
                {texts.close}
              </button>
            </p>
          </form>
        </dialog>
      )}
    </>
  );
}
