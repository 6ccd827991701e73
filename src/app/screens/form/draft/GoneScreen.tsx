/** Shown for the draft of a form that this person does not have any more. */
import { useTranslation } from 'react-i18next';
import { Screen } from '../../../shell/Screen.tsx';
import { BarLink } from '../../../shell/TopBar.tsx';
import DraftNotice from './DraftNotice.tsx';

export default function FormGoneScreen() {
  const { t } = useTranslation(['form', 'app']);
  return (
    <Screen name="not-found" title={t('screen.gone')} width="narrow">
      <p>{t('screen.goneText')}</p>
      <BarLink to="/" icon="home">
        {t('app:dashboard.title')}
      </BarLink>
      <DraftNotice />
    </Screen>
  );
}
