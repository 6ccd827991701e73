/** The filters on a phone, over the full width, with the number of results always visible. */
import { ActionButton } from '../../../shell/ActionButton.tsx';
import '@mantine/core/styles/Drawer.layer.css';
import { Button, Drawer } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../../data/words.ts';
import { useFocusReturn } from '../../../widgets/controls/useFocusReturn.ts';
import FilterPanel from './FilterPanel.tsx';
import classes from './Filters.module.css';

interface Props extends ComponentProps<typeof FilterPanel> {
  total: number | undefined;
  onClose: () => void;
}

export default function FilterDrawer({ total, onClose, ...panel }: Props) {
  const { t } = useTranslation();
  useFocusReturn();
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      closeOnEscape={false}
      // Escape closes an open picker first, which stops the event, then the drawer. Drawer.Content would drop this prop.
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      position="bottom"
      size="92dvh"
    >
      <Drawer.Overlay />
      <Drawer.Content className={classes.sheet}>
        <div className="am-inline am-pad-y-2 am-pad-x-4 am-between am-line-below am-strong">
          <Drawer.Title>{t('filter.title')}</Drawer.Title>
          <Drawer.CloseButton aria-label={t('close')} size="lg" />
        </div>
        <Drawer.Body className={classes.sheetBody}>
          <FilterPanel {...panel} />
        </Drawer.Body>
        <div className={`${classes.sheetFoot} am-pad-y-2 am-pad-x-4 am-stack am-line-above`}>
          <ActionButton
            icon="x"
            variant="default"
            disabled={panel.filters.length === 0}
            onClick={() => panel.onChange(() => [])}
          >
            {t('filter.clear')}
          </ActionButton>
          <Button onClick={onClose} aria-live="polite">
            {total === undefined ? t('filter.show') : t('filter.showTotal', { shown: number(total) })}
          </Button>
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}
