interface Branch<Value> {
  longer: Map<string, Branch<Value>> | undefined;
  value: Value | undefined;
}

/** Remembers something for each list of texts. It goes from text to text: to put a key together would cost more than to look it up. */
export class ByList<Value> {
  private readonly root: Branch<Value> = { longer: undefined, value: undefined };

  get(list: readonly string[]): Value | undefined {
    let branch: Branch<Value> | undefined = this.root;
    for (const text of list) {
      branch = branch.longer?.get(text);
      if (!branch) return undefined;
    }
    return branch.value;
  }

  set(list: readonly string[], value: Value): void {
    let branch = this.root;
    for (const text of list) branch = longer(branch, text);
    branch.value = value;
  }
}

function longer<Value>(branch: Branch<Value>, text: string): Branch<Value> {
  const known = branch.longer?.get(text);
  if (known) return known;
  const made: Branch<Value> = { longer: undefined, value: undefined };
  (branch.longer ??= new Map()).set(text, made);
  return made;
}
