/** Turns functions that take a context first into an object of methods without that parameter. */
type Bound<Context, Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (context: Context, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

export function bindContext<Context, Functions extends Record<string, (context: Context, ...rest: never[]) => unknown>>(
  context: Context,
  functions: Functions,
): Bound<Context, Functions> {
  const bound = Object.entries(functions).map(([name, work]) => [name, work.bind(null, context)]);
  return Object.fromEntries(bound) as Bound<Context, Functions>;
}
