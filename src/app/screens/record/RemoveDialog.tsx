/** Asks before a record is deleted. */
import { useTranslation } from 'react-i18next';
import { isolate } from '../../data/words.ts';
import { AskDialog } from '../../shell/AskDialog.tsx';

interface Props {
  name: string;
  busy: boolean;
  error: unknown;
  onDo: () => void;
  onClose: () => void;
}

export default function RemoveDialog({ name, ...ask }: Props) {
  const { t } = useTranslation();
  const question = t('remove.question', { name: isolate(name) });
  return <AskDialog {...ask} title={t('remove.title')} question={question} action={t('remove.do')} isDangerous />;
}
