// Messages with attachments for tests, as mail programs write them.

export interface MailAttachment {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** `application/octet-stream` where absent. */
  readonly type?: string;
  /** The text shows it in its place. */
  readonly isInText?: boolean;
}

const boundary = '=_acervo_part';

export function makeMail(subject: string, body: string, attachments: readonly MailAttachment[]): Buffer {
  const parts = attachments.map(({ name, content, type = 'application/octet-stream', isInText = false }) => {
    // A message inside a message is never encoded.
    const isMessage = type === 'message/rfc822';
    const encoded = isMessage
      ? content.toString()
      : Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n');
    return [
      `Content-Type: ${type}; name="${name}"`,
      ...(isMessage ? [] : ['Content-Transfer-Encoding: base64']),
      ...(isInText ? [`Content-ID: <${name}@acervo>`] : []),
      `Content-Disposition: ${isInText ? 'inline' : 'attachment'}; filename="${name}"`,
      '',
      encoded,
    ].join('\r\n');
  });
  const text = `Content-Type: text/plain; charset=utf-8\r\n\r\n${body}`;
  const head = [
    'From: Ana Ruiz <ana@example.org>',
    'To: Luis <luis@example.org>',
    `Subject: ${subject}`,
    'Date: Tue, 5 Mar 2019 10:00:00 +0100',
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}${subject.length}"`,
  ].join('\r\n');
  const mark = `--${boundary}${subject.length}`;
  return Buffer.from(
    `${head}\r\n\r\n${[text, ...parts].map((part) => `${mark}\r\n${part}\r\n`).join('')}${mark}--\r\n`,
  );
}

export function makeMailbox(messages: readonly Buffer[]): Buffer {
  return Buffer.concat(
    messages.flatMap((message) => [
      Buffer.from('From ana@example.org Tue Mar  5 10:00:00 2019\r\n'),
      message,
      Buffer.from('\r\n'),
    ]),
  );
}
