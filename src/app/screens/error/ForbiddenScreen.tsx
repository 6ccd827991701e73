/** /error/403: shown when the user has no permission. The navigation state may carry the server's reason. */
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Screen } from '../../shell/Screen.tsx';
import { BarLink } from '../../shell/TopBar.tsx';

export default function ForbiddenScreen() {
  const { t } = useTranslation();
  const { state } = useLocation() as { state: { message?: string } | null };
  return (
    <Screen name="error" title={t('error.forbidden')} width="narrow">
      <p>{state?.message ?? t('error.forbiddenHint')}</p>
      <BarLink to="/" icon="home">
        {t('dashboard.title')}
      </BarLink>
    </Screen>
  );
}
