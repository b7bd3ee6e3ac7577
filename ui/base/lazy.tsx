import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface LazyProps<Props> {
  /** Loads the code of a part of the view when it is first shown. */
  readonly load: () => Promise<ComponentType<Props>>;
  readonly props: Props;
}

/** A part of a view whose code is loaded on demand. */
export function Lazy<Props extends object>({ load, props }: LazyProps<Props>) {
  const [loaded, setLoaded] = useState<{ readonly Part: ComponentType<Props> }>();
  useEffect(() => {
    void load().then((Part) => setLoaded({ Part }));
  }, []);
  return loaded ? <loaded.Part {...props} /> : <div class="lazy" aria-busy="true" />;
}
