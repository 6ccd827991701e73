/**
 * What makes the built app installable: the icons, drawn from the mark, and the service worker, which Workbox generates from
 * the options below. Nothing of the API is answered from a cache, except what its address makes immutable.
 */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

const MARK = 'src/app/theme/mark.svg';
const FRAME = '#0b3b4c';

/** Files by name: size in pixels, and the part of it that the mark covers. Launchers cut a maskable icon to any shape. */
const ICONS: Record<string, { size: number; share: number }> = {
  '192.png': { size: 192, share: 1 },
  '512.png': { size: 512, share: 1 },
  'maskable-512.png': { size: 512, share: 0.8 },
  'apple-touch.png': { size: 180, share: 0.9 },
};

const files: Plugin = {
  name: 'icons, wake.js and the script of the public page',
  apply: 'build',
  async buildStart() {
    this.emitFile({ type: 'asset', fileName: 'wake.js', source: readFileSync('src/app/offline/wake.js') });
    this.emitFile({ type: 'chunk', id: 'src/app/data/visitors.ts', fileName: 'public-page.js' });
    const mark = readFileSync(MARK);
    for (const [name, { size, share }] of Object.entries(ICONS)) {
      const inner = Math.round(size * share);
      const drawn = await sharp(mark, { density: 1200 }).resize(inner, inner).png().toBuffer();
      const canvas = { width: size, height: size, channels: 4, background: share === 1 ? '#00000000' : FRAME } as const;
      const source = await sharp({ create: canvas })
        .composite([{ input: drawn }])
        .png({ palette: true })
        .toBuffer();
      this.emitFile({ type: 'asset', fileName: `icons/${name}`, source });
    }
  },
};

/**
 * Parts that are not downloaded on installation: charts and the administrators' screens need the server, the reader of
 * barcodes is only for browsers without one, and the field examples are for developers. Once opened, they are kept.
 */
const NOT_OFFLINE = [
  '{Chart,ReportChart,SiteMap,chartFile,chartOptions}-*',
  'zxing*',
  '*.{wasm,png,wav}',
  '{FieldExamples,Permissions,FinancePermissions,Accounts,Account,NewAccount,Restrictions,PersonalData,Figures,Versions,Designer,Live,Part,Parts,Map}Screen-*',
  '{admin,gallery,figures,map,reports}-*.js',
].map((pattern) => `assets/${pattern}`);

const worker = VitePWA({
  strategies: 'generateSW',
  registerType: 'prompt',
  injectRegister: null,
  // The server writes the manifests, whose shortcuts follow the published forms.
  manifest: false,
  workbox: {
    globPatterns: ['index.html', 'icons/192.png', 'assets/*'],
    globIgnores: NOT_OFFLINE,
    // The names of these files have a hash of their content.
    dontCacheBustURLsMatching: /^assets\//,
    inlineWorkboxRuntime: true,
    sourcemap: false,
    cleanupOutdatedCaches: true,
    clientsClaim: true,
    importScripts: ['/wake.js'],
    navigateFallback: 'index.html',
    // As the server does it: the API, the public page without scripts, and whatever looks like a file are not pages.
    navigateFallbackDenylist: [/^\/(api|metrics|public)([/?]|$)/, /^[^?]*\.[a-z0-9]{2,5}(\?|$)/i],
    runtimeCaching: [
      {
        urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
        handler: 'CacheFirst',
        options: { cacheName: 'parts', expiration: { maxEntries: 60 } },
      },
      {
        urlPattern: ({ url, sameOrigin }) =>
          sameOrigin &&
          /^\/api\/definitions\/([^/]+\/\d+\/validator\.js\?hash=|media\/[a-f0-9]{64}$)/.test(
            url.pathname + url.search,
          ),
        handler: 'CacheFirst',
        options: {
          cacheName: 'definitions',
          matchOptions: { ignoreVary: true },
          // An address whose hash is out of date is answered with the newest rules, which must not be stored under it.
          plugins: [
            {
              cacheWillUpdate: async ({ response }) =>
                response.ok && /immutable/.test(response.headers.get('cache-control') ?? '') ? response : null,
            },
          ],
        },
      },
      {
        // An earlier version has no hash in its address. It may have been corrected, so the server is asked first.
        urlPattern: ({ url, sameOrigin }) =>
          sameOrigin && /^\/api\/definitions\/[^/]+\/\d+\/validator\.js$/.test(url.pathname + url.search),
        handler: 'NetworkFirst',
        options: { cacheName: 'definitions', matchOptions: { ignoreVary: true } },
      },
    ],
  },
});

export const installable: Plugin[] = [files, ...worker];
