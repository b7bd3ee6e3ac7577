/** The second factor of an account. */
export interface FactorState {
  readonly isEnrolled: boolean;
  readonly isActive: boolean;
  readonly recoveryCodesLeft: number;
}
