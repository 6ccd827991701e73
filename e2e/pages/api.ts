/** Calls the same API with a user's session, to prepare data and to check what the screens do not show. */
export type Caller = (
  method: string,
  path: string,
  body?: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: responses of every call
) => Promise<{ status: number; body: any; headers: Headers }>;

/** Tokens by server, user and password. A login takes the server a quarter of a second, because it hashes the password. */
const tokens = new Map<string, string>();

/** Returns the token of a session that is still open. Logs in if there is none. */
export async function session(base: string, username: string, password = 'amanat-demo'): Promise<string> {
  const key = `${base} ${username} ${password}`;
  const authorization = `Bearer ${tokens.get(key)}`;
  if (!tokens.has(key) || !(await fetch(`${base}/api/session`, { headers: { authorization } })).ok)
    tokens.set(key, await newSession(base, username, password));
  return tokens.get(key) as string;
}

async function newSession(base: string, username: string, password: string): Promise<string> {
  const login = await fetch(`${base}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!login.ok) throw new Error(`${username} could not log in: ${login.status} ${await login.text()}`);
  return ((await login.json()) as { access_token: string }).access_token;
}

export async function caller(
  base: string,
  username: string,
  password = 'amanat-demo',
  language = 'en',
): Promise<Caller> {
  const access_token = await session(base, username, password);
  return async (method, path, body) => {
    const response = await fetch(`${base}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${access_token}`,
        'accept-language': language,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
    };
  };
}
