type Rgb = readonly [red: number, green: number, blue: number];

/** The grounds of both themes (styles.css, `--ground`), and the colour that is mixed in until the contrast is enough. */
const themes = [
  { ground: [255, 255, 255], mixed: 0 },
  { ground: [0x14, 0x18, 0x1d], mixed: 255 },
] as const;

/** Of graphical objects by WCAG 1.4.11. */
const LEAST_CONTRAST = 3;
const STEPS = 20;

/** @returns a value of CSS that can be seen in both themes, or null if the text is not `#RRGGBB` */
export function readableColour(text: string): string | null {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text)?.slice(1);
  if (!parts) return null;
  const [red = 0, green = 0, blue = 0] = parts.map((it) => Number.parseInt(it, 16));
  return `light-dark(${themes.map(({ ground, mixed }) => hex(seenOn([red, green, blue], ground, mixed))).join(', ')})`;
}

function seenOn(colour: Rgb, ground: Rgb, mixed: number): Rgb {
  for (let step = 0; step < STEPS; step += 1) {
    const [red, green, blue] = colour.map((it) => Math.round(it + ((mixed - it) * step) / STEPS));
    const next = [red ?? 0, green ?? 0, blue ?? 0] as const;
    if (contrast(next, ground) >= LEAST_CONTRAST) return next;
  }
  return [mixed, mixed, mixed];
}

/** As WCAG defines it, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((it) => {
    const share = it / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function hex(colour: Rgb): string {
  return `#${colour.map((it) => it.toString(16).padStart(2, '0')).join('')}`;
}
