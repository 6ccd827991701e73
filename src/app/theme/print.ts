/** Prints in light colours: paper is white, and the text of the dark scheme could not be read on it. */
export function printInLight(): void {
  const { dataset } = document.documentElement;
  let shown: string | undefined;
  window.addEventListener('beforeprint', () => {
    shown = dataset.mantineColorScheme;
    dataset.mantineColorScheme = 'light';
  });
  window.addEventListener('afterprint', () => {
    if (shown) dataset.mantineColorScheme = shown;
  });
}
