import { Clock } from '../../src/base/clock.js';

/** A clock that changes only when a test sets it. */
export class FakeClock extends Clock {
  private time: number;

  constructor(start = '2026-10-01T12:00:00.000Z') {
    super();
    this.time = Date.parse(start);
  }

  now(): Date {
    return new Date(this.time);
  }

  set(time: string): void {
    this.time = Date.parse(time);
  }

  advance(milliseconds: number): void {
    this.time += milliseconds;
  }
}
