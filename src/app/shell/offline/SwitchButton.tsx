/** The button that switches the mode, after a question. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionMode } from '../../data/device/mode.ts';
import { lazyComponent } from '../../data/onDemand.tsx';

export const SwitchDialog = lazyComponent(() => import('./SwitchDialog.tsx'), { words: ['offline'] });

export function SwitchButton({ to, quiet = false }: { to: ConnectionMode; quiet?: boolean }) {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button variant={quiet ? 'default' : 'filled'} aria-haspopup="dialog" onClick={() => setAsked(true)}>
        {t(to === 'offline' ? 'nav.toOffline' : 'nav.toOnline')}
      </Button>
      {isAsked && <SwitchDialog to={to} onClose={() => setAsked(false)} />}
    </>
  );
}
