import { InvalidArgumentError } from 'commander';

/** Reads an option that takes a number from `low` to `high`. */
export function numberFrom(low: number, high: number, { whole = false } = {}): (text: string) => number {
  return (text) => {
    const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (number >= low && number <= high && (!whole || Number.isInteger(number))) return number;
    const range = high === Number.MAX_SAFE_INTEGER ? `from ${low} on` : `from ${low} to ${high}`;
    throw new InvalidArgumentError(`It takes a${whole ? ' whole' : ''} number ${range}.`);
  };
}

export const count = numberFrom(1, Number.MAX_SAFE_INTEGER, { whole: true });
