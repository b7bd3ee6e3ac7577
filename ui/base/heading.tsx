import { useEffect, useRef } from 'preact/hooks';
import { takeOtherView } from './address.js';

/** The one h1 of a view, and the title of the window. It receives the focus if the view is another one than before. */
export function Heading({ text }: { readonly text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${text} · Graphward`;
  }, [text]);
  useEffect(() => {
    if (takeOtherView()) heading.current?.focus();
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
    </h1>
  );
}
