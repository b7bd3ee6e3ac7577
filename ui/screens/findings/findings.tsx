import type { ViewProps } from '../screen.js';
import { FindingTypes } from './finding-types.js';
import { FindingsOfType } from './findings-of-type.js';
import './findings.css';

/** The types of present findings, or the findings of one type. */
export function View({ parts: { type } }: ViewProps) {
  return type === undefined ? <FindingTypes /> : <FindingsOfType type={type} />;
}
