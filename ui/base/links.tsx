import { linkTo, type Values } from './address.js';
import { KindIcon } from './kind-icon.js';
import { breakable } from './parts.js';

/** The address of an object. */
export function objectPath(id: string, values: Values = {}): string {
  return linkTo(`/o/${encodeURIComponent(id)}`, values);
}

interface ObjectLinkProps {
  /** Object id. */
  readonly id: string;
  /** Empty: the id is shown. */
  readonly name: string;
  /** Shows its icon. */
  readonly kind?: string;
  /** Whether it may have several lines. */
  readonly isWrapped?: boolean;
}

/** The name of an object as a link to it. */
export function ObjectLink({ id, name, kind, isWrapped = false }: ObjectLinkProps) {
  const link = (
    <a href={objectPath(id)}>
      <bdi>{isWrapped ? breakable(name || id) : name || id}</bdi>
    </a>
  );
  if (kind === undefined) return link;
  return (
    <span class="object">
      <KindIcon kind={kind} /> {link}
    </span>
  );
}

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
