// Generated from schemas/ by npm run generate. Do not edit.

/**
 * What people complain about, suggest or thank for, who takes care of it and what became of it.
 */
export interface ComplaintOrFeedback {
  /**
   * One line.
   */
  subject: string;
  kind: 'complaint' | 'feedback' | 'suggestion' | 'thanks';
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  category: string;
  /**
   * Id of an item of an open choice list; checked against the list at save.
   */
  department?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  received_date: string;
  channel: 'phone' | 'in-person' | 'box' | 'email' | 'meeting';
  /**
   * Id of a record, place, person or attachment.
   */
  province_id: string;
  /**
   * Id of a record, place, person or attachment.
   */
  district_id?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  village_id?: string;
  anonymous?: 'yes' | 'no';
  /**
   * One line.
   */
  complainant_name?: string;
  /**
   * Digits, spaces, + and -; stored with Latin digits.
   */
  complainant_phone?: string;
  complainant_gender?: 'female' | 'male';
  /**
   * Several lines.
   */
  details: string;
  /**
   * @maxItems 100
   */
  evidence?: string[];
  urgency: 'low' | 'medium' | 'high';
  /**
   * Id of a record, place, person or attachment.
   */
  assigned_to?: string;
  outcome: 'open' | 'in-progress' | 'resolved' | 'rejected';
  /**
   * Several lines.
   */
  response?: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  resolved_date?: string;
  /**
   * A decimal number.
   */
  days_to_close?: number;
  satisfied?: 'yes' | 'no' | 'dontknow';
}
