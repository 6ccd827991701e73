// Generated from schemas/ by npm run generate. Do not edit.

/**
 * A quarterly monitoring of a mine.
 */
export interface MineQuarterly {
  /**
   * Id of a record, place, person or attachment.
   */
  cbme_initial_recording_id: string;
  /**
   * A Gregorian day, YYYY-MM-DD.
   */
  monitoring_date: string;
  /**
   * Id of a record, place, person or attachment.
   */
  local_monitor_id?: string;
  /**
   * Id of a record, place, person or attachment.
   */
  collected_by_id?: string;
  quantity_matches?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  quantity_matches_text?: string;
  royalty_paid_quarter?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  royalty_paid_quarter_text?: string;
  report_published?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  report_published_text?: string;
  scale_checked?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  scale_checked_text?: string;
  inspection_done?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  inspection_done_text?: string;
  inspection_followed?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  inspection_followed_text?: string;
  workers_trained_quarter?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  workers_trained_quarter_text?: string;
  accidents_compensated?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  accidents_compensated_text?: string;
  water_quality?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  water_quality_text?: string;
  dust_controlled?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  dust_controlled_text?: string;
  land_restored?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  land_restored_text?: string;
  damage_paid?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  damage_paid_text?: string;
  meeting_held?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  meeting_held_text?: string;
  decisions_done?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  decisions_done_text?: string;
  social_projects_progress?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  social_projects_progress_text?: string;
  complaints_answered?: 'yes' | 'partly' | 'no' | 'na';
  /**
   * Several lines.
   */
  complaints_answered_text?: string;
  /**
   * @maxItems 100
   */
  scan?: string[];
  /**
   * Several lines.
   */
  remarks?: string;
}
