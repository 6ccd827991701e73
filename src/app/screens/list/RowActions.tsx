/** Actions of one row: an edit button, and a menu with the rest. Refused actions show the reason. */

import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { RecordView } from '../../../core/generated/api.ts';
import { editPath, fillPath, recordPath } from '../../../core/paths/screens.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { text } from '../../data/words.ts';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { actionState, transitionIcon, transitionsOf } from '../record/actions.ts';
import { recordTitle } from '../record/title.ts';
import { useGetOffline } from '../record/useGetOffline.ts';
import { useRecordListContext } from './RecordListContext.ts';

function GetOffline({ record }: { record: RecordView }) {
  const { t } = useTranslation();
  const get = useGetOffline(useRecordListContext().entry, record.id);
  if (!get) return null;
  return (
    <DropItem icon="download" onSelect={get}>
      {t('list.getOffline')}
    </DropItem>
  );
}

export function RowActions({ record }: { record: RecordView }) {
  const { t } = useTranslation();
  const { entry, workflow, transitions } = useRecordListContext();
  const name = isolateName(recordTitle(record));
  const edit = actionState(record, 'edit');
  const remove = actionState(record, 'delete');
  const editTo = fillPath(editPath(entry.paths), { id: record.id });
  return (
    <div className="am-beside am-end am-gap-1">
      {edit.allowed && (
        <ActionIcon
          component={Link}
          to={editTo}
          data-quick
          aria-label={t('list.editNamed', { name })}
          title={t('edit')}
        >
          <Icon name="pencil" />
        </ActionIcon>
      )}
      <DropMenu
        align="end"
        width={300}
        label={t('list.actionsOf', { name })}
        trigger={(props) => (
          <ActionIcon {...props} aria-label={t('list.actionsOf', { name })} title={t('list.actions')}>
            <Icon name="dots" />
          </ActionIcon>
        )}
      >
        <DropItem icon="eye" to={recordPath(entry, record.id)}>
          {t('view')}
        </DropItem>
        {record.deleted_at ? (
          <DropItem
            icon="restore"
            refused={!record.recordScope.restore}
            onSelect={() => transitions.restore.mutate(record)}
          >
            {t('detail.restore')}
          </DropItem>
        ) : (
          <>
            <DropItem icon="pencil" to={editTo} refused={!edit.allowed} why={edit.why}>
              {t('edit')}
            </DropItem>
            {transitionsOf(workflow, record).map(({ transition, state }) => (
              <DropItem
                key={transition.action}
                icon={transitionIcon(workflow, transition)}
                refused={!state.allowed}
                why={state.why}
                onSelect={() => transitions.ask({ kind: 'one', transition, record })}
              >
                {text(transition.label)}
              </DropItem>
            ))}
            <GetOffline record={record} />
            <DropItem
              icon="trash"
              danger
              refused={!remove.allowed}
              why={remove.why}
              onSelect={() => transitions.ask({ kind: 'remove', record })}
            >
              {t('remove.do')}
            </DropItem>
          </>
        )}
      </DropMenu>
    </div>
  );
}
