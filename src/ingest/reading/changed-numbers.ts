import { randomUUID } from 'node:crypto';
import { parsedJson } from '../records/json-value.js';
import { replaceTexts } from './text-places.js';

/** Characters of a number that a fault repeats. */
const MAX_SHOWN = 40;

/** An escaped character, the begin or end of a text, or a number, which may be a part of a text. */
const token = /\\.|"|-?\d[-+.\deE]*/gs;

interface NumberFault {
  /** `Properties.count`; empty for the text itself. */
  readonly field: string;
  readonly reason: string;
}

/** The numbers of a valid JSON text that a double cannot represent as they are written. This is slow. */
export function changedNumbers(text: string): readonly NumberFault[] {
  const mark = randomUUID();
  let isText = false;
  const marked = text.replace(token, (found) => {
    if (found === '"') isText = !isText;
    const reason = isText || found === '"' ? null : numberFault(found);
    return reason === null ? found : JSON.stringify(mark + reason);
  });
  const faults: NumberFault[] = [];
  replaceTexts(parsedJson(marked) ?? null, (part, field) => {
    if (part.startsWith(mark)) faults.push({ field, reason: part.slice(mark.length) });
    return part;
  });
  return faults;
}

function numberFault(text: string): string | null {
  const value = Number(text);
  const given = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}... (${text.length} characters)` : text;
  if (!Number.isFinite(value)) return `is ${given}, a number larger than a double holds; it is left out`;
  return decimal(text) === decimal(String(value))
    ? null
    : `is ${given}, which a double does not hold; it is read as ${value}`;
}

/** The significant digits, and the power of ten of the last one. Equal for equal numbers. */
function decimal(text: string): string {
  const [mantissa = '', exponent = '0'] = text.replace(/^-/, '').toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  // Loops, because a pattern for zeros at the end takes quadratic time.
  let from = 0;
  while (digits[from] === '0') from++;
  let to = digits.length;
  while (to > from && digits[to - 1] === '0') to--;
  const power = Number(exponent) - fraction.length + digits.length - to;
  return from === to ? '0' : `${digits.slice(from, to)}e${power}`;
}
