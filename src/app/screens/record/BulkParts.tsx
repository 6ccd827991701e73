/** What the dialogs of a step for many records show: how far it is, and records by what is said of them. */

import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FormEntry, Refused } from '../../../core/generated/api.ts';
import { recordPath } from '../../../core/paths/screens.ts';
import { number } from '../../data/words.ts';
import type { BulkState, BulkTarget } from './bulk.ts';

export interface BulkProps {
  entry: FormEntry;
  action: string;
  label: string;
  target: BulkTarget;
  /** Key in `bulk` of the words that count the changed records. */
  told: 'changed' | 'deleted';
  comment: string;
  onClose: () => void;
}

type Named = Pick<Refused, 'id' | 'name' | 'record_code'>;

/** Number of records listed for one reason. The others are only counted. */
const NAMED = 8;

export function BulkProgress({ label, state }: { label: string; state: BulkState }) {
  const share = state.total === 0 ? 1 : Math.min(1, state.looked / state.total);
  return (
    <div
      className="am-share"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
    >
      <span style={{ inlineSize: `${share * 100}%` }} />
    </div>
  );
}

interface GroupsProps {
  entry: FormEntry;
  title: string;
  groups: readonly { message: string; records: readonly Named[] }[];
  onFollow: () => void;
}

/** Records of a step for many with what is said of them. */
export function RecordGroups({ entry, title, groups, onFollow }: GroupsProps) {
  const { t } = useTranslation();
  return (
    <section aria-label={title}>
      <h3 className="am-above-4 am-below-1">{title}</h3>
      {groups.map(({ message, records }) => (
        <div key={message}>
          <p className="am-above-2">
            {message} <b>({number(records.length)})</b>
          </p>
          <ul className="am-flow am-gap-4 am-row-gap-0">
            {records
              .filter((one) => one.name)
              .slice(0, NAMED)
              .map((one) => (
                <li key={one.id}>
                  <Link to={recordPath(entry, one.id)} onClick={onFollow}>
                    {one.record_code ? <bdi dir="ltr">{one.record_code}</bdi> : <bdi>{one.name}</bdi>}
                  </Link>
                </li>
              ))}
            {records.length > NAMED && <li>{t('bulk.more', { shown: number(records.length - NAMED) })}</li>}
          </ul>
        </div>
      ))}
    </section>
  );
}
