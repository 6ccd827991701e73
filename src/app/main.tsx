/** Starts the app: texts, theme, queries, routes. */
import './theme/styles.ts';
import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { textDirection } from '../core/text/languages.ts';
import { connectionMode } from './data/device/mode.ts';
import { newsSeenItem } from './data/device/newsSeen.ts';
import { followOtherTabs } from './data/otherTabs.ts';
import { preferences } from './data/preferences.ts';
import { makeQueryClient, queryKeys, refetchUnreached } from './data/queries.ts';
import { forgetStartPartsAtLogout } from './data/startParts.ts';
import { keepAccountCookie } from './data/token.ts';
import { preloadNextScreens } from './FormRoute.tsx';
import { FEATURES } from './features/index.ts';
import { watchInstallPrompt } from './offline/appInstall.ts';
import { watchAppUpdates } from './offline/appUpdate.ts';
import { OfflineProvider } from './offline/OfflineProvider.tsx';
import { connectStores } from './offline/wire.ts';
import { makeRouter, preloadScreen } from './routes.tsx';
import { askBeforeClosingApp } from './shell/backPress.ts';
import { FeaturesContext } from './shell/features.ts';
import { startI18n } from './shell/i18n.ts';
import { applyLanguage } from './shell/Language.tsx';
import { watchMissingParts } from './shell/missingParts.ts';
import { preloadStrip } from './shell/offline/OfflineArea.tsx';
import { ToastArea } from './shell/toasts/toast.tsx';
import { printInLight } from './theme/print.ts';
import { cssVariables, mantineTheme } from './theme/theme.ts';

const { language } = preferences();
applyLanguage(language);
keepAccountCookie();
forgetStartPartsAtLogout();
watchMissingParts();
printInLight();
connectStores();
watchInstallPrompt();
const colorScheme = localStorageColorSchemeManager({ key: 'color-scheme' });
const queryClient = makeQueryClient();
followOtherTabs(queryClient);
window.addEventListener('online', () => void refetchUnreached(queryClient));
newsSeenItem.subscribe(() => void queryClient.invalidateQueries({ queryKey: queryKeys.news }));

/**
 * A function, because the parts that come meanwhile import from the file of the build that holds this one. An await at its top
 * would make them wait for its end, and the offline engine wait for itself.
 */
async function start(): Promise<void> {
  const words = startI18n();
  const router = makeRouter(FEATURES);
  const screen = preloadScreen(router);
  askBeforeClosingApp(router);
  const startEngine = async (first?: Location) => (await import('./offline/start.ts')).startOffline(queryClient, first);
  const withoutEngine = (error: unknown) => console.warn('offline work is not available', error);
  // In offline mode the first screen already asks the store of this device. Without it the login page says what is possible.
  const ahead = () => Promise.all([startEngine(window.location).catch(withoutEngine), screen, preloadStrip()]);
  const [engine] = connectionMode.get() === 'offline' ? await ahead() : [];
  await words;
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <DirectionProvider initialDirection={textDirection(language)} detectDirection={false}>
        <MantineProvider
          theme={mantineTheme}
          cssVariablesResolver={cssVariables}
          colorSchemeManager={colorScheme}
          defaultColorScheme="auto"
        >
          <QueryClientProvider client={queryClient}>
            <ToastArea />
            <FeaturesContext value={FEATURES}>
              <OfflineProvider first={engine ?? undefined} start={startEngine}>
                <RouterProvider router={router} />
              </OfflineProvider>
            </FeaturesContext>
          </QueryClientProvider>
        </MantineProvider>
      </DirectionProvider>
    </StrictMode>,
  );
  if (import.meta.env.PROD) watchAppUpdates(preloadNextScreens);
}

void start();
