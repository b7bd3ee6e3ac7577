/** A reference to an object with its kind, as SharpHound writes it and the whole generator uses it. */
export interface TypedPrincipal {
  readonly ObjectIdentifier: string;
  readonly ObjectType: string;
}

export const user = (sid: string): TypedPrincipal => ({ ObjectIdentifier: sid, ObjectType: 'User' });
export const group = (sid: string): TypedPrincipal => ({ ObjectIdentifier: sid, ObjectType: 'Group' });
export const computer = (sid: string): TypedPrincipal => ({ ObjectIdentifier: sid, ObjectType: 'Computer' });
export const inUnit = (id: string): TypedPrincipal => ({ ObjectIdentifier: id, ObjectType: 'OU' });
export const inContainer = (id: string): TypedPrincipal => ({ ObjectIdentifier: id, ObjectType: 'Container' });
