import { visible } from './labels.js';
import type { Shape } from './shapes.js';

/** Presentation attributes of a class, because a file has no style sheet. */
type Styles = (classes: string) => Readonly<Record<string, string>>;

/** A picture as a file of SVG. Its names are texts and never markup. */
export function svgText({ tag, attributes, children }: Shape, stylesOf: Styles): string {
  // The style sets a variable of the page, which the styles of the class have used already.
  const { class: classes, style: _, ...others } = attributes;
  const styles = typeof classes === 'string' ? stylesOf(classes) : {};
  const written = Object.entries({ ...styles, ...others }).map(([name, value]) => ` ${name}="${escaped(`${value}`)}"`);
  const inner = children.map((child) => (typeof child === 'string' ? escaped(child) : svgText(child, stylesOf)));
  return `<${tag}${written.join('')}>${inner.join('')}</${tag}>`;
}

function escaped(text: string): string {
  return visible(text).replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

const copied = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linejoin',
  'paint-order',
  'opacity',
  'text-anchor',
  'font-family',
  'font-size',
  'font-weight',
];

/** Reads the styles that the page has given to a picture. */
export function stylesIn(picture: Element): Styles {
  const styles = new Map<string, Record<string, string>>();
  for (const element of [picture, ...picture.querySelectorAll('[class]')]) {
    const classes = element.getAttribute('class') ?? '';
    if (styles.has(classes)) continue;
    const computed = getComputedStyle(element);
    styles.set(classes, Object.fromEntries(copied.map((name) => [name, computed.getPropertyValue(name)])));
  }
  return (classes) => styles.get(classes) ?? {};
}
