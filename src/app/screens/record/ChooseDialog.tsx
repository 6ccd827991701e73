/** Offers the transitions of a record, where its form has them together in one dialog. */
import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Workflow } from '../../../core/definitions/types.ts';
import { text } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { Dialog } from '../../widgets/controls/Dialog.tsx';
import { type Transition, transitionIcon } from './actions.ts';

interface Props {
  choices: readonly Transition[];
  workflow: Workflow | undefined;
  /** The record's title. */
  subject: string;
  onChoose: (transition: Transition) => void;
  onClose: () => void;
}

export default function ChooseDialog({ choices, workflow, subject, onChoose, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('step.choose')} size="sm" onClose={onClose}>
      <p className="am-after am-dimmed">
        <bdi>{subject}</bdi>
      </p>
      <Stack gap="xs">
        {choices.map((transition) => (
          <Button
            key={transition.action}
            variant="outline"
            justify="flex-start"
            data-action={transition.action}
            leftSection={<Icon name={transitionIcon(workflow, transition)} />}
            onClick={() => onChoose(transition)}
            {...(transition.variant === 'danger' && { color: 'red' })}
          >
            {text(transition.label)}
          </Button>
        ))}
      </Stack>
    </Dialog>
  );
}
