// Generated from schemas/ by npm run generate. Do not edit.

export interface Texts {
  /**
   * One line.
   */
  short_text?: string;
  /**
   * One line.
   */
  needed_text: string;
  /**
   * Several lines.
   */
  long_text?: string;
  /**
   * Digits, spaces, + and -; stored with Latin digits.
   */
  phone?: string;
  email?: string;
  web?: string;
  /**
   * Letters, digits, - and _.
   */
  register_code?: string;
}
