/** One item of an AzureHound file. */
export interface CloudItem {
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export const item = (kind: string, data: CloudItem['data']): CloudItem => ({ kind, data });

export type DirectoryObjectType = 'user' | 'group' | 'servicePrincipal' | 'device';

/** A member or owner as Microsoft Graph returns it, cut to what tells who it is. */
export const directoryObject = (type: DirectoryObjectType, id: string) => ({
  '@odata.type': `#microsoft.graph.${type}`,
  id,
});

/** Time of creation and the like: seconds precision, UTC. */
export const cloudTime = (unixSeconds: number): string => `${new Date(unixSeconds * 1000).toISOString().slice(0, 19)}Z`;

/** Whole numbers from 0 up to, not including, `count`. */
export function* upTo(count: number): Generator<number> {
  for (let i = 0; i < count; i++) yield i;
}
