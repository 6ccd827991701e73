/** Calls to a running server, for commands with `--server <address> --user <name>`. */
import { isObject } from '../../core/json.ts';
import { UsageError } from '../settings/settings.ts';
import { askPassword } from './askPassword.ts';

export interface ServerAnswer {
  status: number;
  said: Record<string, unknown>;
}

/** A session on a server. Its calls throw UsageError when the server cannot be reached, refuses something, or is of another version. */
export interface ServerSession {
  ask(method: string, path: string, body?: object): Promise<ServerAnswer>;
  /** Returns an answer that has this key. Otherwise throws what the server says, if it is a sentence. */
  given(answer: ServerAnswer, key: string): Record<string, unknown>;
  /** Returns the content of a file; undefined if the server has none there. */
  file(path: string): Promise<Buffer | undefined>;
  close(): Promise<void>;
}

/** Logs in. A password is no argument, because others on the machine can read those. Throws UsageError. */
export async function openServerSession(address: string, user: string | undefined): Promise<ServerSession> {
  if (user === undefined) throw new UsageError('--server needs --user <name>: somebody who may publish forms there');
  const password = process.env.AMANAT_PASSWORD || (await askPassword(user));
  const server = serverAt(address);
  const body = { username: user, password };
  const { access_token: token } = server.given(await server.ask('POST', 'auth/login', { body }), 'access_token');
  return {
    ask: (method, path, sent) => server.ask(method, path, { token, ...(sent && { body: sent }) }),
    given: server.given,
    file: (path) => server.file(path, token),
    close: async () => void (await server.ask('POST', 'auth/logout', { token })),
  };
}

function serverAt(address: string) {
  if (!URL.canParse(address))
    throw new UsageError(`${address} is no address; it looks like https://amanat.example.org`);
  const isOther = () =>
    new UsageError(
      `${address} does not answer as this version of Amanat does. Use the command of the version that runs there.`,
    );
  const send = (path: string, sent: RequestInit) =>
    fetch(new URL(`/api/${path}`, address), sent).catch((error: Error) => {
      throw new UsageError(
        `${address} cannot be reached: ${(error.cause as Error | undefined)?.message || error.message}.`,
      );
    });
  const headersFor = (token: unknown) => ({
    'accept-language': 'en',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  });
  return {
    async ask(
      method: string,
      path: string,
      { token, body }: { token?: unknown; body?: object },
    ): Promise<ServerAnswer> {
      const isForm = body instanceof FormData;
      const headers = { ...headersFor(token), ...(body && !isForm && { 'content-type': 'application/json' }) };
      const response = await send(path, {
        method,
        headers,
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      });
      const said: unknown = await response.json().catch(() => undefined);
      if (!isObject(said)) throw isOther();
      return { status: response.status, said };
    },
    given({ status, said }: ServerAnswer, key: string): Record<string, unknown> {
      if (status < 400 && Object.hasOwn(said, key)) return said;
      throw status >= 400 && typeof said.message === 'string' && said.code !== 'route_not_found'
        ? new UsageError(`${address} refuses: ${said.message}`)
        : isOther();
    },
    async file(path: string, token: unknown): Promise<Buffer | undefined> {
      const response = await send(path, { headers: headersFor(token) });
      return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
    },
  };
}
