/** Words of a strict form that are missing or older than their source, and why they may be published so. */
import { Alert, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DefinitionDraftEntry, DryRunResponse } from '../../../core/generated/api.ts';
import { languageName } from '../../../core/text/languageNames.ts';
import { languageTag } from '../../../core/text/languages.ts';
import { number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';

interface Props {
  draft: DefinitionDraftEntry;
  unfinished: DryRunResponse['unfinished'];
  waiver: string;
  onWaive: (reason: string) => void;
}

export function UnfinishedWordsNotice({ draft, unfinished, waiver, onWaive }: Props) {
  const { t } = useTranslation('admin');
  return (
    <Alert
      color="saffron"
      variant="light"
      icon={<Icon name="language" />}
      title={t('definitionDrafts.unfinished.title')}
      my="md"
      data-unfinished
    >
      <ul className="am-gap-1 am-below-2 am-stack">
        {unfinished.map(({ language, missing, stale }) => (
          <li key={language} className="am-flow am-gap-3 am-row-gap-0" data-language={language}>
            <bdi className="am-strong" lang={languageTag(language)}>
              {languageName(language)}
            </bdi>
            {missing > 0 && <span>{t('definitionDrafts.unfinished.missing', { number: number(missing) })}</span>}
            {stale > 0 && <span>{t('definitionDrafts.unfinished.stale', { number: number(stale) })}</span>}
          </li>
        ))}
      </ul>
      <Link to={`/admin/drafts/${encodeURIComponent(draft.id)}/words`}>{t('definitionDrafts.unfinished.open')}</Link>
      <Textarea
        name="waiver"
        className="am-above-3"
        label={t('definitionDrafts.unfinished.reason')}
        description={t('versions.reasonHint')}
        required
        autosize
        minRows={1}
        maxLength={500}
        value={waiver}
        onChange={(event) => onWaive(event.currentTarget.value)}
      />
    </Alert>
  );
}
