/** The second factor of an account. */
export interface FactorState {
  readonly isEnrolled: boolean;
  readonly isActive: boolean;
  /** Their number. */
  readonly passkeys: number;
  readonly recoveryCodesLeft: number;
}
