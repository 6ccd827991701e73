/** The office lets the device of an opened file open again: a file for the device, and a code that goes another way. */

import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isolateName } from '../../../core/text/languages.ts';
import { call } from '../../data/http.ts';

import { fileNameWithDay, saveFileToDevice } from '../../screens/record/save.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import type { RescuedWork } from './rescuedWork.ts';

export function IssueUnlockFile({ found: { opened, account } }: { found: RescuedWork }) {
  const { t } = useTranslation('offline');
  const make = useMutation({
    mutationFn: async () => {
      const { makeUnlockFile } = await import('../../offline/store/index.ts');
      const { file, code } = await makeUnlockFile(opened.account, opened.secret);
      // Nobody gets the file before the log says so.
      await call(`users/${encodeURIComponent(opened.account)}/opening`, { method: 'POST', body: {} });
      saveFileToDevice({ blob: file, name: null }, fileNameWithDay('amanat-opening', 'amanat'));
      return code;
    },
  });
  return (
    <section className="am-card am-after am-stack am-brief" data-group="opening">
      <h2>{t('giveOpening.title')}</h2>
      <p>{t('giveOpening.text')}</p>
      {make.error && <FailureNote error={make.error} />}
      <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
        {t('giveOpening.make')}
      </Button>
      <div role="status">
        {make.data && (
          <>
            <p className="am-flow">
              {t('giveOpening.code')}{' '}
              <b dir="ltr" className="am-mono" data-code>
                {make.data.match(/.{4}/g)?.join(' ')}
              </b>
            </p>
            <p>{t('giveOpening.tell', { name: isolateName(account.name) })}</p>
          </>
        )}
      </div>
    </section>
  );
}
