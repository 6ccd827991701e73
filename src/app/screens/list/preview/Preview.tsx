/** A record beside its list in wide windows: its state and answers, without leaving the list. */

import { ActionIcon } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { captureVersion, editPath, fillPath, recordPath } from '../../../../core/paths/screens.ts';
import { useCompiledForm } from '../../../data/definitions.ts';
import { queryKeys } from '../../../data/queries.ts';
import { source } from '../../../data/source.ts';
import { codeOf, text } from '../../../data/words.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { FailureNote } from '../../../shell/FailureNote.tsx';
import { BarLink } from '../../../shell/TopBar.tsx';
import { Icon } from '../../../theme/Icon.tsx';
import { RecordName } from '../../../theme/RecordName.tsx';
import { OnlineWidgets } from '../../../widgets/OnlineWidgets.tsx';
import { AnswerSections } from '../../detail/Sections.tsx';
import { actionState } from '../../record/actions.ts';
import { StatusBadge } from '../../record/StatusBadge.tsx';
import { recordTitle } from '../../record/title.ts';
import { useRecordListContext } from '../RecordListContext.ts';
import { RowActions } from '../RowActions.tsx';
import classes from './Preview.module.css';

/** Milliseconds. Somebody who walks through the list stays on a row longer than this before its record is requested. */
const PAUSE = 150;

interface Props {
  id: string;
  onClose: () => void;
}

export default function RecordPreview({ id, onClose }: Props) {
  const { t } = useTranslation();
  const { entry, rows } = useRecordListContext();
  const [asked] = useDebouncedValue(id, PAUSE);
  const found = useQuery({
    queryKey: queryKeys.record(entry.api.base, asked),
    queryFn: () => source.record(entry.api, asked),
    // Until something is saved, a record that was shown is not requested again.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const shown = asked === id ? found.data : undefined;
  const form = useCompiledForm(entry.form, shown?.record.form_version ?? captureVersion(entry));
  const record = shown?.record ?? rows.find((row) => row.id === id);
  const error = asked === id ? (found.error ?? form.error) : null;
  return (
    <aside className={`am-surface ${classes.panel}`} aria-label={t('list.preview')} data-panel={id} data-no-print>
      <div className="am-beside am-gap-2 am-start am-between">
        <h2 className="am-tall am-wraps">{record ? <RecordName of={recordTitle(record)} /> : t('loading')}</h2>
        <ActionIcon variant="subtle" size="lg" aria-label={t('close')} data-close onClick={onClose}>
          <Icon name="x" />
        </ActionIcon>
      </div>
      {record && (
        <p className="am-cluster am-row-gap-1 am-below-3 am-meta">
          <StatusBadge state={record.current_state} />
          {codeOf(record) && codeOf(record) !== recordTitle(record) && <bdi dir="ltr">{codeOf(record)}</bdi>}
          <span>{text(entry.title)}</span>
        </p>
      )}
      {record && (
        <div className={`${classes.buttons} am-flow am-below-3`}>
          <BarLink to={recordPath(entry, id)} icon="external-link">
            {t('list.keyOpen')}
          </BarLink>
          {actionState(record, 'edit').allowed && (
            <BarLink to={fillPath(editPath(entry.paths), { id })} icon="pencil">
              {t('edit')}
            </BarLink>
          )}
          <RowActions record={record} />
        </div>
      )}
      {error ? (
        <>
          <FailureNote error={error} />
          <ActionButton icon="refresh" variant="default" onClick={() => void found.refetch()}>
            {t('retry')}
          </ActionButton>
        </>
      ) : shown && form.data ? (
        <OnlineWidgets>
          <AnswerSections entry={entry} form={form.data} sections={undefined} record={shown.record} refs={shown.refs} />
        </OnlineWidgets>
      ) : (
        <p className="am-hint" role="status" aria-busy="true">
          {t('loading')}
        </p>
      )}
    </aside>
  );
}
