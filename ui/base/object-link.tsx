import { linkTo, type Values } from './address.js';
import { KindIcon } from './kind-icon.js';

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
}

/** The name of an object as a link to it. */
export function ObjectLink({ id, name, kind }: ObjectLinkProps) {
  return (
    <>
      {kind !== undefined && (
        <>
          <KindIcon kind={kind} />{' '}
        </>
      )}
      <a href={objectPath(id)}>
        <bdi>{name || id}</bdi>
      </a>
    </>
  );
}
