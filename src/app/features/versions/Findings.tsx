/** Lists what the check of a definition found, with where it stands. */
import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DefinitionIssue } from '../../../core/generated/api.ts';
import { number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Versions.module.css';

export function Findings({ issues }: { issues: readonly DefinitionIssue[] }) {
  const { t } = useTranslation('admin');
  const title = t('definitionDrafts.findings', { count: issues.length, number: number(issues.length) });
  return (
    <Alert color="red" variant="light" icon={<Icon name="alert-triangle" />} title={title} mb="md" data-findings>
      <ul className={classes.findings}>
        {issues.map(({ file, pointer, message }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
          <li key={at}>
            {message} <code dir="ltr">{[file, pointer].filter(Boolean).join(' ')}</code>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
