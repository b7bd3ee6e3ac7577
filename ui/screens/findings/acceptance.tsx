import { day } from '../../base/format.js';
import { formCall } from '../../api/call.js';
import type { FindingDto } from '../../api/schema.js';
import { Change } from '../../base/form.js';
import { daysBefore } from '../../chart/days.js';

/** Days for which a risk is accepted unless another end is chosen. */
const USUAL_DAYS = 90;

const fields = [
  { name: 'accept_until', label: 'Until', kind: 'day', isRequired: true },
  { name: 'reason', label: 'Reason' },
] as const;

/** Accepts the risk of a finding, or withdraws that. */
export function Acceptance({ finding }: { readonly finding: FindingDto }) {
  if (finding.status === 'remediated') return null;
  const isAccepted = finding.status === 'accepted';
  return (
    <Change
      label={isAccepted ? 'Withdraw' : 'Accept'}
      about={endsOf(finding)}
      note={
        isAccepted
          ? `Accepted until ${day(finding.accepted_until.time ?? '')}${finding.accept_reason === '' ? '' : `: ${finding.accept_reason}`}. The finding will be active again.`
          : 'It is not listed as active until then. Counts of types and the posture contain it.'
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

function endsOf({ title, source_principal_name: source, target_principal_name: target }: FindingDto): string {
  return `${title}: ${source === '' ? '' : `${source} → `}${target}`;
}
