/** Asks what is meant by taking a problem of an earlier visit off this sheet. */
import { Button, Stack } from '@mantine/core';
import { Dialog } from '../controls/Dialog.tsx';
import { useWidgetTexts } from '../environment.tsx';

export type RemovalReason = 'solved' | 'unseen' | 'mistake';

const MEANINGS = ['solved', 'unseen', 'mistake'] as const satisfies readonly RemovalReason[];

export default function AskRemoving({ name, onPick, onClose }: AskRemovingProps) {
  const { t } = useWidgetTexts();
  return (
    <Dialog title={t('problems.ask.title', { type: name })} onClose={onClose}>
      <Stack gap="xs">
        {MEANINGS.map((meaning) => (
          <Button
            key={meaning}
            variant="default"
            data-meaning={meaning}
            styles={{
              root: { height: 'auto', paddingBlock: '0.5rem' },
              label: { whiteSpace: 'normal', lineHeight: 'var(--line-tight)' },
            }}
            onClick={() => onPick(meaning)}
          >
            {t(`problems.ask.${meaning}`)}
          </Button>
        ))}
        <Button onClick={onClose}>{t('problems.ask.keep')}</Button>
      </Stack>
    </Dialog>
  );
}

interface AskRemovingProps {
  name: string;
  onPick: (meaning: RemovalReason) => void;
  onClose: () => void;
}
