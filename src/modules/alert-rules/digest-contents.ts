import { type AlertContents, mostDigestRows } from '../alert-channels/alert-outbox.service.js';
import type { AlertRule } from './alert-rule.js';

export interface CollectedAlert {
  readonly occurredAt: Date;
  readonly contents: AlertContents;
  readonly nameless: AlertContents | null;
}

/** Puts alerts together: the sentence of each, the sums of their numbers, and the first rows of all. */
export function digestOf(rule: AlertRule, alerts: readonly CollectedAlert[]) {
  const contents = together(rule, alerts, ({ contents: it }) => it);
  const hasHidden = alerts.some(({ nameless }) => nameless !== null);
  return { contents, nameless: hasHidden ? together(rule, alerts, (it) => it.nameless ?? it.contents) : null };
}

function together(
  { id, name, every }: AlertRule,
  alerts: readonly CollectedAlert[],
  formOf: (alert: CollectedAlert) => AlertContents,
): AlertContents {
  const forms = alerts.map(formOf);
  const rows = forms.flatMap((it) => it.rows);
  const left = forms.reduce((sum, it) => sum + it.more, 0);
  const shown = rows.slice(0, mostDigestRows);
  const count = alerts.length === 1 ? '1 alert' : `${alerts.length} alerts`;
  return {
    sentence: `${count} of the rule ${name} within the last ${every === 'day' ? 'day' : 'hour'}.`,
    rule: { id, name },
    numbers: { alerts: alerts.length },
    alerts: alerts
      .map((it) => ({ time: it.occurredAt.toISOString(), sentence: formOf(it).sentence }))
      .slice(0, mostDigestRows),
    rows: shown,
    more: left + rows.length - shown.length,
  };
}
