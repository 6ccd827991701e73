/** Shown for a list that did not load: a table whose caption is the HTTP status and the error message. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../data/errors.ts';
import { digits } from '../../data/words.ts';
import { useFailureText } from '../../shell/FailureNote.tsx';
import { Icon } from '../../theme/Icon.tsx';
import classes from './List.module.css';

export function ListFailure({ error, label, onRetry }: { error: unknown; label: string; onRetry: () => void }) {
  const { t } = useTranslation();
  const failure = useFailureText();
  const status = isApiError(error) && error.status > 0 ? error.status : undefined;
  const isLost = isApiError(error) && error.status === 0;
  const leaves = isApiError(error) && error.status === 401;
  return (
    <div className={`am-surface ${classes.frame}`}>
      <table className="am-full" aria-label={label}>
        <caption role="alert" className="am-pad-4 am-wrong am-strong">
          <Icon name="alert-triangle" /> {status !== undefined && <bdi dir="ltr">{digits(status)}</bdi>}{' '}
          {failure(error)}
          {leaves && ` ${t('list.redirecting')}`}
        </caption>
        <tbody>
          <tr>
            <td className="am-pad-4 am-center">
              {isLost && <p className="am-below-2 am-dimmed">{t('list.lost')}</p>}
              {!leaves && <Button onClick={onRetry}>{t('retry')}</Button>}
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}
