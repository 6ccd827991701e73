/** Says what of an opened view is not shown to this person, or that the view is not there. */

import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedView } from '../../../../core/generated/api.ts';
import { isolateName } from '../../../../core/text/languages.ts';
import { comma } from '../../../data/words.ts';

import { Icon } from '../../../theme/Icon.tsx';
import { namedColumns } from '../../record/columns.ts';
import { useColumnLabels } from '../../record/useColumnLabels.ts';
import { useRecordListContext } from '../RecordListContext.ts';
import type { ListControl } from '../useListState.ts';
import { isViewChanged, listStateOf, useSavedViews, viewStateOf } from './useViews.ts';

type Dropped = SavedView['dropped'][number];

export default function ViewNote({ state }: { state: ListControl }) {
  const { t } = useTranslation('views');
  const { entry, form } = useRecordListContext();
  const labels = useColumnLabels(form);
  const { data } = useSavedViews(entry.form);
  const view = data?.data.find(({ id }) => id === state.view);
  useShortLink(state, view);
  if (!state.view || !data || (view && view.dropped.length === 0)) return null;
  const named = ({ field }: Dropped) => isolateName(namedColumns(form, [field], labels)[0]?.label ?? field);
  const sentence = (reason: Dropped['reason']) => {
    const fields = [...new Set(view?.dropped.filter((one) => one.reason === reason).map(named))];
    return fields.length > 0 ? t(`dropped.${reason}`, { fields: fields.join(comma()) }) : '';
  };
  return (
    <p className="am-above-2 am-below-2 am-inline am-meta" role="status" data-view-note>
      <Icon name="info-circle" size={16} />
      <span>{view ? `${sentence('restricted')} ${sentence('gone')}`.trim() : t('missing')}</span>
      {!view && (
        <button
          type="button"
          className="am-target am-pad-x-2 am-action am-underlined"
          onClick={() => state.replace({ view: undefined })}
        >
          {t('forget')}
        </button>
      )}
    </p>
  );
}

/** A link that names only the view opens what it shows. */
function useShortLink(state: ListControl, open: SavedView | undefined): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || !open) return;
    isDone.current = true;
    const { filters, text, sort, columns, per_page } = viewStateOf(state);
    const isBare = filters.length === 0 && text === '' && sort.length === 0 && columns === null && per_page === null;
    if (isBare && isViewChanged(state, open)) state.replace(listStateOf(open));
  }, [state, open]);
}
