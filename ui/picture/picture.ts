import type { Bundle, Link } from './bundles.js';

export const boxWidth = 150;
export const boxHeight = 34;

/** Sizes in pixels. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
}

export interface Box extends Bundle {
  readonly layer: number;
  /** Upper left corner. */
  readonly x: number;
  readonly y: number;
  readonly label: string;
  /** A smaller text below the label. */
  readonly note: string;
}

export interface Line extends Link {
  readonly kinds: readonly string[];
  /** Paths of SVG. */
  readonly curve: string;
  readonly arrow: string;
  readonly label: Label;
}

interface Label extends Point {
  readonly text: string;
  /** Otherwise it is shown if its line has the focus. */
  readonly isShown: boolean;
}

/** The middle of a label. */
export interface Point {
  readonly x: number;
  readonly y: number;
}
