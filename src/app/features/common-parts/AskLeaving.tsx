/** Asks before a changed text is lost. A navigation with the state SAVED is not asked: what was changed is already stored. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { appUpdate } from '../../offline/appUpdate.ts';
import AskDialog from '../../shell/AskDialog.tsx';

export const SAVED_STATE = { saved: true };

export function AskLeavingEditor({ isEdited, question }: { isEdited: boolean; question?: string }) {
  const { t } = useTranslation('admin');
  // An expired session goes to the login page without asking.
  const blocker = useBlocker(
    ({ nextLocation }) => isEdited && nextLocation.state !== SAVED_STATE && nextLocation.pathname !== '/login',
  );
  useEffect(() => (isEdited ? appUpdate.wait() : undefined), [isEdited]);
  useBeforeUnload((event) => isEdited && event.preventDefault());
  if (blocker.state !== 'blocked') return null;
  return (
    <AskDialog
      title={t('commonParts.discard')}
      question={question ?? t('commonParts.askLeave')}
      action={t('commonParts.discard')}
      isDangerous
      onDo={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    />
  );
}
