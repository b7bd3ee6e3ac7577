import { useEffect, useRef } from 'preact/hooks';
import { counted } from '../../base/format.js';
import { EdgeLink, Lines } from '../../base/parts.js';
import { mostNew } from '../../explore/answers.js';
import type { Scene, SceneLink } from '../../explore/scene.js';

/** The edges of a chosen line, each with its explanation. */
export function LinePanel({ scene, link }: { readonly scene: Scene; readonly link: SceneLink }) {
  const nameOf = (id: string) => scene.nodes.get(id)?.name ?? id;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // It was chosen in the list, from which the panel is far.
    if (document.activeElement?.closest('details')) heading.current?.focus();
  }, []);
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {counted(link.edges.length, 'edge')}
      </h2>
      <Lines
        of={link.edges.slice(0, mostNew)}
        line={({ source, target, kind }) => (
          <>
            {nameOf(source)} – <EdgeLink source={source} target={target} kind={kind} />
            {'→ '}
            {nameOf(target)}
          </>
        )}
      />
    </>
  );
}
