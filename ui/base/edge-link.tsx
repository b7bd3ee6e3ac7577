import { linkTo } from './address.js';

interface EdgeLinkProps {
  /** Object ids of the ends. */
  readonly source: string;
  readonly target: string;
  readonly kind: string;
}

/** The kind of an edge as a link to its explanation. */
export function EdgeLink({ source, target, kind }: EdgeLinkProps) {
  return (
    <a href={linkTo('/paths', { start_node: source, end_node: target, edge: [source, target, kind].join() })}>{kind}</a>
  );
}
