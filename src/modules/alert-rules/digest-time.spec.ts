import { describe, expect, it } from '@jest/globals';
import { digestTime } from './digest-time.js';

describe('digestTime', () => {
  it.each([
    ['hour', '2026-11-29T12:00:00Z', 'UTC', '2026-11-29T13:00:00.000Z'],
    ['hour', '2026-11-29T12:59:59Z', 'Asia/Kathmandu', '2026-11-29T13:00:00.000Z'],
    ['day', '2026-11-29T06:59:59Z', 'UTC', '2026-11-29T07:00:00.000Z'],
    ['day', '2026-11-29T07:00:00Z', 'UTC', '2026-11-30T07:00:00.000Z'],
    ['day', '2026-11-29T06:00:01Z', 'Europe/Berlin', '2026-11-30T06:00:00.000Z'],
    ['day', '2026-10-24T12:00:00Z', 'Europe/Berlin', '2026-10-25T06:00:00.000Z'],
    ['day', '2026-10-24T04:00:00Z', 'Europe/Berlin', '2026-10-24T05:00:00.000Z'],
    ['day', '2026-11-29T00:00:00Z', 'Asia/Kathmandu', '2026-11-29T01:15:00.000Z'],
    ['day', '2026-11-29T00:00:00Z', 'America/New_York', '2026-11-29T12:00:00.000Z'],
  ] as const)('by the %s after %s in %s', (every, after, zone, time) => {
    expect(digestTime(every, new Date(after), zone).toISOString()).toBe(time);
  });
});
