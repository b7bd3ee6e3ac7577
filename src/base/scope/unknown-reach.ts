/** A role that its holder has in a part of a tenant whose members nobody collected, so that it may reach more than an answer says. */
export interface UnknownReach {
  /** Object ids. */
  readonly holder: string;
  readonly role: string;
  readonly scope: string;
  readonly holderName: string;
  readonly roleName: string;
  readonly scopeName: string;
}
