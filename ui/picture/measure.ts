import type { Measure } from './labels.js';

/** Of labels in styles.css. */
const FONT = '12px system-ui, sans-serif';

const context = document.createElement('canvas').getContext('2d');
if (context) context.font = FONT;

/** Measures texts in the font of pictures. */
export const measure: Measure = (text) => context?.measureText(text).width ?? text.length * 7;
