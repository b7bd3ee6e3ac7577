import { formCall } from '../../api/call.js';
import type { FindingDto } from '../../api/schema.js';
import { Change } from '../../base/form.js';
import { daysBefore } from '../../chart/days.js';
import { texts } from './texts.js';

/** Days for which a risk is accepted unless another end is chosen. */
const USUAL_DAYS = 90;

const fields = [
  { name: 'accept_until', label: texts.end, kind: 'day', isRequired: true },
  { name: 'reason', label: texts.reason },
] as const;

/** Accepts the risk of a finding, or withdraws that. */
export function Acceptance({ finding }: { readonly finding: FindingDto }) {
  if (finding.status === 'remediated') return null;
  const isAccepted = finding.status === 'accepted';
  return (
    <Change
      label={isAccepted ? texts.withdraw : texts.accept}
      about={texts.endsOf(finding)}
      note={
        isAccepted ? texts.acceptedUntil(finding.accepted_until.time ?? '', finding.accept_reason) : texts.acceptNote
      }
      permission="graph:write"
      fields={isAccepted ? [] : fields}
      values={{ accept_until: `${daysBefore(-USUAL_DAYS, Date.now())}T00:00:00Z`, reason: '' }}
      ask={(values) =>
        formCall('PUT /api/v2/attack-paths/{attack_path_id}/acceptance', {
          path: { attack_path_id: finding.id },
          body: isAccepted ? { accepted: false } : { accepted: true, ...values },
        })
      }
    />
  );
}
