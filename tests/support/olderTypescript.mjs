/** Gives `openapi-typescript` a TypeScript with the programming interface that it needs, and that of the product does not have yet. */
import { register } from 'node:module';

const resolve = `export const resolve = (name, context, next) =>
  name === 'typescript' ? { url: ${JSON.stringify(import.meta.url)}, shortCircuit: true } : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(resolve)}`);

export { ts as default } from '@ts-morph/common';
