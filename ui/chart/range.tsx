import { address, go, linkWith } from '../base/address.js';
import { Input } from '../base/controls.js';
import { number } from '../base/format.js';
import { daysBefore } from './days.js';

const RANGES = [7, 30, 90, 365];

/** Days (UTC), the last one included. */
export function RangeChoice() {
  const { query } = address.value;
  const now = Date.now();
  const field = (name: 'from' | 'to', label: string, fallback: string) => {
    const choose = (value: string) => go(linkWith({ [name]: value }), 'replace');
    return <Input label={label} type="date" value={query.get(name) ?? fallback} onEnter={choose} />;
  };
  return (
    <>
      {field('from', 'From', daysBefore(30, now))}
      {field('to', 'To', daysBefore(0, now))}
      <nav class="row" aria-label="Range">
        {RANGES.map((days) => {
          const from = daysBefore(days, now);
          const isChosen = query.get('from') === from && !query.has('to');
          return (
            <a key={days} href={linkWith({ from, to: '' })} aria-current={isChosen ? 'true' : undefined}>
              {number(days)} days
            </a>
          );
        })}
      </nav>
    </>
  );
}
