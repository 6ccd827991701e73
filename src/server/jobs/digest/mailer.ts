/** Sends e-mail through the server that `SMTP_URL` names. */
import { createTransport } from 'nodemailer';

/** Milliseconds after which a mail server that does not answer is given up. */
const PATIENCE = 15_000;

export interface EmailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Throws if the letter was not taken. */
  send(letter: EmailMessage): Promise<void>;
  close(): void;
}

/** `smtpUrl` is `smtp(s)://user:password@host:port?from=address`, as the settings have checked it. */
export function openMailer(smtpUrl: string): Mailer {
  const { protocol, hostname, port, username, password, searchParams } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  const user = decodeURIComponent(username);
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    // A password never travels in the clear.
    requireTLS: user !== '',
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(password) } }),
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const from = searchParams.get('from') ?? '';
  return {
    async send({ to, subject, text, html }) {
      // An address object is not parsed, so that nothing in an answer can name a second receiver.
      await transport.sendMail({
        from: { name: 'Amanat', address: from },
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}
