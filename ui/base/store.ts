import { useEffect, useState } from 'preact/hooks';

/** A value that views follow. */
export class Store<T> {
  private readonly followers = new Set<() => void>();

  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  set(value: T): void {
    if (Object.is(value, this.current)) return;
    this.current = value;
    for (const follower of this.followers) follower();
  }

  follow(follower: () => void): () => void {
    this.followers.add(follower);
    return () => this.followers.delete(follower);
  }
}

/** The value of a store; the view is drawn again if it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, draw] = useState({});
  const { value } = store;
  useEffect(() => {
    // It may have changed between drawing and this effect.
    if (!Object.is(store.value, value)) draw({});
    return store.follow(() => draw({}));
  }, [store]);
  return value;
}
