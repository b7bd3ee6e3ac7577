/** Colours of kinds and lines as values of CSS, for both themes. On the ground they have a contrast of at least 3. */
export const colours = [
  'light-dark(#1b7a46, #6fd79c)',
  'light-dark(#8a6100, #e3bb5b)',
  'light-dark(#b3402a, #ff9d87)',
  'light-dark(#0b6e7f, #62cfe2)',
  'light-dark(#8a4b00, #f2b45c)',
  'light-dark(#6d3fc4, #bfa2ff)',
  'light-dark(#2f6f1d, #93d77d)',
  'light-dark(#a3306b, #ff9cc9)',
  'light-dark(#5b5f00, #cfd35a)',
  'light-dark(#0b57b0, #7db5ff)',
  'light-dark(#4d5a9e, #a9b5ff)',
  'light-dark(#5b6470, #b3bdc7)',
];

/** Outlines of kinds in a box of 16 by 16, in the order of their colours. */
const outlines = {
  'User AZUser': 'M8 2a3 3 0 1 1 0 6 3 3 0 0 1 0-6M2.5 14a5.5 5 0 0 1 11 0z',
  'Group AZGroup':
    'M5.5 3a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5M1 13a4.5 4 0 0 1 9 0zM11 4a2 2 0 1 1 0 4M11.5 9.500a4 4 0 0 1 3.5 3.500h-2.5',
  'Computer AZDevice AZVM': 'M2 3h12v8H2zM6 14h4M8 11v3',
  'Domain AZTenant': 'M8 1.500a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13M1.5 8h13M8 1.500c-4 4-4 9 0 13c4-4 4-9 0-13',
  'OU Container AZManagementGroup AZResourceGroup AZSubscription': 'M2 4h4l1.5 2H14v7H2z',
  GPO: 'M3 2h10v12H3zM5.5 5.500h5M5.5 8h5M5.5 10.500h3',
  'AIACA EnterpriseCA RootCA NTAuthStore': 'M8 1.500l5 2v4c0 3.5-2.5 5.5-5 7c-2.5-1.5-5-3.5-5-7v-4zM5.5 8l2 2 3-4',
  'CertTemplate IssuancePolicy': 'M4 1.500h6l3 3v10H4zM6 8h5M6 11h5',
  AZKeyVault: 'M5 5.500a3 3 0 1 1 0 5 3 3 0 0 1 0-5M8 8h6.500M12 8v3',
  AZRole: 'M8 1.500l2 4 4.5.5-3.300 3 .9 4.500L8 11.300 3.900 13.500l.9-4.500L1.5 6 6 5.500z',
  AZApp: 'M2 5l6-3 6 3v6l-6 3-6-3zM2 5l6 3 6-3M8 8v6',
  AZServicePrincipal:
    'M8 5.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5M8 1v3M8 12v3M1 8h3M12 8h3M3 3l2 2M11 11l2 2M13 3l-2 2M5 11l-2 2',
  'Site SiteServer SiteSubnet':
    'M8 1.500a4.5 4.5 0 0 1 4.5 4.500c0 3-4.500 8.500-4.500 8.500S3.5 9 3.5 6A4.5 4.5 0 0 1 8 1.500M8 4.500a1.5 1.5 0 1 0 0 3 1.5 1.5 0 1 0 0-3',
};

const looks = Object.entries(outlines).flatMap(([kinds, outline], index) =>
  kinds.split(' ').map((kind) => [kind, { outline, index }] as const),
);
const lookOf = new Map(looks);

/** The colour of a kind as a value of CSS. */
export function kindColour(kind: string): string {
  const index = lookOf.get(kind)?.index ?? Array.from(kind).reduce((sum, it) => sum + (it.codePointAt(0) ?? 0), 0);
  return colours[index % colours.length] ?? '';
}

/** A path in a box of 16 by 16, if the kind has one. */
export function outlineOf(kind: string): string | undefined {
  return lookOf.get(kind)?.outline;
}

/** Stands for a kind without an outline. */
export function initialOf(kind: string): string {
  return kind.charAt(0).toUpperCase();
}

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
