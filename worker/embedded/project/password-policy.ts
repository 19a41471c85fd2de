// What a project can ask of new passwords.

export interface PasswordPolicy {
  /** The minimum length, in bytes. */
  min: number;
  uppercase: boolean;
  lowercase: boolean;
  number: boolean;
  symbols: boolean;
}

export const DEFAULT_PASSWORD_POLICY: PasswordPolicy = {
  min: 8,
  uppercase: false,
  lowercase: false,
  number: false,
  symbols: false,
};
