/** /error: shown for an error that has no page of its own. The navigation state may carry a message. */
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Screen } from '../../shell/Screen.tsx';
import { BarLink } from '../../shell/TopBar.tsx';

export default function ErrorScreen() {
  const { t } = useTranslation();
  const { state } = useLocation() as { state: { message?: string } | null };
  return (
    <Screen name="error" title={t('error.title')} width="narrow">
      <p>{state?.message ?? t('error.unexpected')}</p>
      <BarLink to="/" icon="home">
        {t('dashboard.title')}
      </BarLink>
    </Screen>
  );
}
