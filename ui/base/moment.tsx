import { moment } from './format.js';

/** A time in the zone of the browser, and in UTC on hover. @param time RFC 3339; null shows `otherwise` */
export function Moment({ time, otherwise = 'Never' }: { readonly time: string | null; readonly otherwise?: string }) {
  if (time === null) return <span class="muted">{otherwise}</span>;
  return (
    <time dateTime={time} title={new Date(time).toUTCString()}>
      {moment(time)}
    </time>
  );
}
