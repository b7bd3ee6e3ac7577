import { textWidth } from './tables.js';
import { type Style, styled, type Terminal, visible, wrapped } from '../terminal.js';

/** `warn`: works, but probably not as intended. */
type FindingState = 'ok' | 'warn' | 'fail';

/** The result of one check. */
export interface Finding {
  readonly name: string;
  readonly state: FindingState;
  /** The state that the check found. */
  readonly message: string;
  /** The remedy. */
  readonly fix?: string;
  /** The first places of a fault. */
  readonly places?: readonly string[];
  /** Number of all places. */
  readonly count?: number;
}

const styleOf: Readonly<Record<FindingState, Style>> = { ok: 'green', warn: 'yellow', fail: 'red' };

/** `warn  proxies         TRUSTED_PROXIES is empty …`, and the places and the fix below it. */
function findingText(
  { name, state, message, fix, places = [], count = 0 }: Finding,
  width: number,
  nameWidth: number,
): string {
  const head = `${state.padEnd(4)}  ${name.padEnd(nameWidth)}  `;
  const indent = ' '.repeat(head.length);
  const more = count > places.length ? [`and ${count - places.length} more`] : [];
  return [
    wrapped(visible(message.replaceAll('\n', ' ')), width, head, indent),
    ...[...places, ...more].map((place) => wrapped(visible(place), width, `${indent}- `, `${indent}  `)),
    ...(fix === undefined ? [] : [wrapped(visible(fix), width, `${indent}-> `, `${indent}   `)]),
  ].join('\n');
}

/** Prints each finding when it is found, or all as JSON. */
export async function printFindings(
  terminal: Terminal,
  isJson: boolean,
  nameWidth: number,
  run: (listener: (finding: Finding) => void) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const width = textWidth(terminal);
  const findings = await run((finding) => {
    if (isJson) return;
    const { state } = finding;
    terminal.print(
      styled(terminal, styleOf[state], state) + findingText(finding, width, nameWidth).slice(state.length),
    );
  });
  if (isJson) terminal.print(JSON.stringify(findings, null, 2));
  return findings;
}

/** `3 checks failed, 1 warns`; null if all are ok */
export function summaryOf(findings: readonly Finding[]): string | null {
  const countOf = (state: FindingState) => findings.filter((it) => it.state === state).length;
  const [failed, warnings] = [countOf('fail'), countOf('warn')];
  const parts = [...(failed > 0 ? [`${failed} failed`] : []), ...(warnings > 0 ? [`${warnings} with a warning`] : [])];
  return parts.length > 0 ? `${findings.length} checks: ${parts.join(', ')}` : null;
}
