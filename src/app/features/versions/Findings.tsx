/** Lists what the check of a definition found, with where it stands. */
import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DefinitionIssue } from '../../../core/generated/api.ts';
import { isApiError } from '../../data/errors.ts';
import { number } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Icon } from '../../theme/Icon.tsx';

/** What must be mended, and below it what is worth knowing and blocks nothing. */
export function FindingList({ issues }: { issues: readonly DefinitionIssue[] }) {
  const advice = issues.filter((one) => one.advice);
  return (
    <>
      <Found issues={issues.filter((one) => !one.advice)} kind="findings" color="red" />
      <Found issues={advice} kind="advice" color="saffron" />
    </>
  );
}

/** The findings for which something was refused; the failure, if it is another one. */
export function FindingsOrFailure({ error }: { error: Error }) {
  const issues = isApiError(error) ? (error.body.issues as DefinitionIssue[] | undefined) : undefined;
  return issues ? <FindingList issues={issues} /> : <FailureNote error={error} />;
}

interface FoundProps {
  issues: readonly DefinitionIssue[];
  kind: 'findings' | 'advice';
  color: string;
}

function Found({ issues, kind, color }: FoundProps) {
  const { t } = useTranslation('admin');
  if (issues.length === 0) return null;
  const title = t(`definitionDrafts.${kind}`, { count: issues.length, number: number(issues.length) });
  const data = { [`data-${kind}`]: true };
  return (
    <Alert color={color} variant="light" icon={<Icon name="alert-triangle" />} title={title} mb="md" {...data}>
      <ul className="am-bullets">
        {issues.map(({ file, pointer, place, question, message }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
          <li key={at} data-question={question}>
            {place && (
              <>
                <b>
                  <bdi>{place}</bdi>
                </b>{' '}
              </>
            )}
            {message} <code dir="ltr">{[file, pointer].filter(Boolean).join(' ')}</code>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
