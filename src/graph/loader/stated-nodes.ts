/** So many are remembered: a few megabytes. */
const mostRemembered = 50_000;

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
    if (this.objectids.size > size && size < mostRemembered) return;
    this.isUnsure = true;
    this.objectids.clear();
  }
}
