/** A name that all file systems take: `paths-ADA-BIRCH-LOCAL-to-tier-zero.svg`. */
export function fileName(words: readonly string[], ending: string): string {
  const parts = words.map((word) =>
    word
      .normalize('NFKD')
      .replaceAll(/[^\w]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 40),
  );
  return `${parts.filter(Boolean).join('-') || 'graph'}.${ending}`;
}
