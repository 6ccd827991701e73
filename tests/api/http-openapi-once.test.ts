/** The description of the API is made once for what is published, and answers a caller who has it already with 304. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exampleForm } from '../support/exampleForm.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';

describe.each(ANY_DATABASE.slice(0, 1))('openapi.json on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
  });
  afterAll(() => server?.stop());

  const get = (headers: Record<string, string> = {}) => fetch(`${server.base}/api/openapi.json`, { headers });

  it('is made once, whoever asks and however it is packed, and anew for what is published', async () => {
    // The document is made of the forms, and nothing else here reads them.
    const forms = vi.spyOn(server.services.registry, 'forms');
    const first = await get({ 'accept-encoding': 'identity' });
    const etag = first.headers.get('etag') as string;
    const text = await first.text();
    expect(forms).toHaveBeenCalled();
    forms.mockClear();
    expect(etag).toMatch(/^"[\w-]+"$/);
    const packed = await get({ 'accept-encoding': 'gzip' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(await packed.text(), 'the same document').toBe(text);
    expect(packed.headers.get('etag')).toBe(etag);

    const known = await get({ 'if-none-match': etag });
    expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await get({ 'if-none-match': '"another"' })).status).toBe(200);
    expect(forms, 'made once').not.toHaveBeenCalled();

    await server.services.registry.publish(exampleForm('example-repeats'), { by: server.person('mande').id });
    const after = await get({ 'if-none-match': etag });
    expect(after.status, 'what the caller has is out of date').toBe(200);
    expect(after.headers.get('etag')).not.toBe(etag);
    await after.arrayBuffer();
    expect(forms, 'made anew').toHaveBeenCalled();
    forms.mockRestore();
  });
});
