/**
 * What the public page, which the server writes, gains where scripts run: flow charts as PNG, and the way into the app for who is
 * logged in. The page loads it on its own, so it imports nothing.
 */

/** Pixels of the PNG for each pixel of the drawing, for print. */
const DENSITY = 2;

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-png]')) {
  const { png = '', name = '', failed = '' } = button.dataset;
  button.hidden = false;
  button.addEventListener('click', () => {
    const status = button.parentElement?.querySelector('[role=status]');
    const tell = (text: string) => {
      if (status) status.textContent = text;
    };
    tell('');
    drawPng(png).then(
      (blob) => save(blob, name),
      () => tell(failed),
    );
  });
}

/** Draws with the fonts of this device, because a server rarely has those of Dari and Pashto. */
async function drawPng(address: string): Promise<Blob> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * DENSITY;
  canvas.height = image.naturalHeight * DENSITY;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the canvas is empty'))), 'image/png');
  });
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Somebody may be logged in without the cookie by which the server knows: since an earlier version, or because it was deleted. */
function greet(): void {
  if (!localStorage.getItem('token')) {
    inOwnLanguage();
    return;
  }
  const link = document.querySelector<HTMLAnchorElement>('a[data-login]');
  if (link) link.textContent = link.dataset.login ?? '';
  if (isPageOfAll() || isMarked()) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
  document.cookie = `account=1; path=/; max-age=86400; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;
  // Only where the cookie was taken, or the page would come again and again.
  if (isMarked()) location.reload();
}

/** True at the page's own address, which shows it to users who are logged in too. */
function isPageOfAll(): boolean {
  return location.pathname.startsWith('/public');
}

function isMarked(): boolean {
  return /(?:^|; )account=1(?:;|$)/.test(document.cookie);
}

/** Who once chose a language here gets the page in it at `/`, where the server knows only that of the browser. */
function inOwnLanguage(): void {
  const chosen = localStorage.getItem('language') ?? localStorage.getItem('accountLanguage');
  const shown = document.documentElement.lang.startsWith('ps') ? 'pa' : document.documentElement.lang.slice(0, 2);
  if (isPageOfAll() || !chosen || chosen === shown) return;
  if (['en', 'fa', 'pa'].includes(chosen)) location.replace(`/public/${chosen}${location.search}`);
}

try {
  greet();
} catch (error) {
  // The browser refuses storage.
  console.warn(error);
}
