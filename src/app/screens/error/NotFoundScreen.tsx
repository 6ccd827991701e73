import { useTranslation } from 'react-i18next';
import { Screen } from '../../shell/Screen.tsx';
import { BarLink } from '../../shell/TopBar.tsx';

export default function NotFoundScreen() {
  const { t } = useTranslation();
  return (
    <Screen name="not-found" title={t('notFound.page')} width="narrow">
      <p>{t('notFound.pageHint')}</p>
      <BarLink to="/" icon="home">
        {t('dashboard.title')}
      </BarLink>
    </Screen>
  );
}
