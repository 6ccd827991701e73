/** Asks before a record, or several, are deleted. */

import { useTranslation } from 'react-i18next';
import { isolateName } from '../../../core/text/languages.ts';
import { number } from '../../data/words.ts';
import AskDialog from '../../shell/AskDialog.tsx';

type Props = ({ name: string } | { count: number }) & {
  busy: boolean;
  error: unknown;
  onDo: () => void;
  onClose: () => void;
};

export default function RemoveDialog({ busy, error, onDo, onClose, ...of }: Props) {
  const { t } = useTranslation();
  const ask = { busy, error, onDo, onClose, action: t('remove.do'), isDangerous: true };
  if ('name' in of)
    return (
      <AskDialog {...ask} title={t('remove.title')} question={t('remove.question', { name: isolateName(of.name) })} />
    );
  return (
    <AskDialog
      {...ask}
      title={t('remove.titleMany', { shown: number(of.count) })}
      question={t('remove.questionMany')}
    />
  );
}
