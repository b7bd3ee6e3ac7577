/** So many are remembered: a few megabytes. */
const mostRemembered = 50_000;

/** What may be stored as something else: the character NUL, and halves of surrogate pairs. */
const odd = /[\0\ud800-\udfff]/;

/** Tells whether a payload may state a node twice, so that nobody has to look for such nodes where there are none. */
export class StatedNodes {
  private readonly objectids = new Set<string>();
  private isUnsure = false;

  get mayRepeat(): boolean {
    return this.isUnsure;
  }

  add(objectid: string): void {
    if (this.isUnsure) return;
    const { size } = this.objectids;
    this.objectids.add(objectid);
    if (this.objectids.size > size && size < mostRemembered && !odd.test(objectid)) return;
    this.isUnsure = true;
    this.objectids.clear();
  }
}
