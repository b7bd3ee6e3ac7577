import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { InvalidInputError, RequestTimeoutError } from '../../base/errors.js';
import { ClientGoneError, Deadline, readWait } from './deadline.js';

describe(Deadline.name, () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('fires once when the limit expires, with the error to answer', () => {
    const deadline = new Deadline(5);
    const onExpiry = jest.fn();
    deadline.start(onExpiry);
    jest.advanceTimersByTime(4999);
    expect(deadline.signal.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect(deadline.signal.reason).toBeInstanceOf(RequestTimeoutError);
    expect(onExpiry.mock.calls).toEqual([[deadline.signal.reason]]);
    expect(String(deadline.signal.reason)).toContain('request timed out after 5 s');
  });

  it('never fires after the answer is complete', () => {
    const deadline = new Deadline(5);
    const onExpiry = jest.fn();
    deadline.start(onExpiry);
    deadline.end(true);
    jest.advanceTimersByTime(10_000);
    expect(deadline.signal.aborted).toBe(false);
    expect(onExpiry).not.toHaveBeenCalled();
  });

  it('does not run while it is paused, and restarts after that', () => {
    const deadline = new Deadline(5);
    const onExpiry = jest.fn();
    deadline.start(onExpiry);
    jest.advanceTimersByTime(4000);
    deadline.pause();
    jest.advanceTimersByTime(1e9);
    deadline.resume();
    jest.advanceTimersByTime(4999);
    expect(onExpiry).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(onExpiry).toHaveBeenCalledTimes(1);
  });

  it('does not restart without a limit or after the end', () => {
    const [unlimited, over] = [new Deadline(undefined), new Deadline(5)];
    unlimited.start(jest.fn());
    over.start(jest.fn());
    over.end(true);
    for (const deadline of [unlimited, over]) {
      deadline.pause();
      deadline.resume();
      jest.advanceTimersByTime(1e9);
      expect(deadline.signal.aborted).toBe(false);
    }
  });

  it('fires when the client leaves before its answer is complete', () => {
    const deadline = new Deadline(5);
    deadline.start(jest.fn());
    deadline.end(false);
    expect(deadline.signal.reason).toBeInstanceOf(ClientGoneError);
  });

  it('never fires without a limit', () => {
    const deadline = new Deadline(undefined);
    deadline.start(jest.fn());
    jest.advanceTimersByTime(1e9);
    expect(deadline.signal.aborted).toBe(false);
  });
});

const limits = { defaultWait: 30, maxWait: 300, allowUnlimitedWait: false };

describe(readWait.name, () => {
  it.each([
    [undefined, 30, undefined],
    ['', 30, undefined],
    ['respond-async', 30, undefined],
    ['wait=5', 5, 'wait=5'],
    ['respond-async, wait=5', 5, 'wait=5'],
    ['WAIT = 5 ; x=1', 5, 'wait=5'],
    ['wait="5"', 5, 'wait=5'],
    ['wait=5, wait=7', 5, 'wait=5'],
    [String.raw`foo="a\",wait=9", wait=5`, 5, 'wait=5'],
    ['foo="wait=9, wait=8', 30, undefined],
    ['wait=0', 30, 'wait=30'],
    ['wait=300', 300, 'wait=300'],
    ['wait=301', 300, 'wait=300'],
    ['wait=99999999999999999999', 300, 'wait=300'],
  ])('reads %p as %p seconds, applied %p', (header, seconds, applied) => {
    expect(readWait(header, limits)).toEqual({ seconds, applied });
  });

  it.each(['wait=', 'wait', 'wait=abc', 'wait=1.5', 'wait=-2', 'wait=5s', 'wait=0x10'])('refuses %p', (header) => {
    expect(() => readWait(header, limits)).toThrow(InvalidInputError);
    expect(() => readWait(header, limits)).toThrow(
      /^header\.Prefer: wait=.* is not valid; wait takes a number of seconds, or -1$/,
    );
  });

  it('removes the limit for wait=-1 only if the deployment allows it', () => {
    expect(readWait('wait=-1', { ...limits, allowUnlimitedWait: true })).toEqual({
      seconds: undefined,
      applied: 'wait=-1',
    });
    expect(() => readWait('wait=-1', limits)).toThrow(
      'header.Prefer: wait=-1 is not allowed by this deployment (ALLOW_UNLIMITED_WAIT)',
    );
  });
});
