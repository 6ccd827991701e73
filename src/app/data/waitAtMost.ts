/** Resolves when the work ends, or after so many milliseconds without it. */
export async function waitAtMost(limit: number, work: Promise<unknown> | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([
    work,
    new Promise((resolve) => {
      timer = setTimeout(resolve, limit);
    }),
  ]);
  clearTimeout(timer);
}
