// The one door for calls of the page, and the only caller of `ipcMain.handle`: who asks, what is asked, then the work.
import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import { AppError, toPlainError } from '../../../shared/errors.js';
import {
  type Channel,
  type ChannelReplies,
  type ChannelRequest,
  type IpcReply,
  requestSchemas,
} from '../../../shared/ipc/contract.js';
import type { Log } from '../log.js';
import { isTrustedSender } from '../own-requests.js';

/** What main does for each channel; the request is parsed and the caller is known to be our page. */
export type IpcHandlers = {
  readonly [C in Channel]: (request: ChannelRequest<C>) => Promise<ChannelReplies[C]>;
};

export interface RegisterParts {
  readonly ipcMain: IpcMain;
  readonly handlers: IpcHandlers;
  readonly ownContents: () => WebContents | null;
  readonly log: Log;
}

/** A stranger's call is rejected and logged; everything else is answered as data, errors too. */
export function registerIpc({ ipcMain, handlers, ownContents, log }: RegisterParts): void {
  for (const channel of Object.keys(requestSchemas) as Channel[]) {
    ipcMain.handle(channel, async (event, payload: unknown): Promise<IpcReply<unknown>> => {
      if (!isFromOurPage(event, ownContents())) {
        log.write('sender-refused', { channel });
        throw new Error('Refused.');
      }
      return answer(channel, handlers, payload, log);
    });
  }
}

async function answer<C extends Channel>(
  channel: C,
  handlers: IpcHandlers,
  payload: unknown,
  log: Log,
): Promise<IpcReply<ChannelReplies[C]>> {
  try {
    const parsed = requestSchemas[channel].safeParse(payload ?? null);
    if (!parsed.success) throw new AppError('wrong-use', 'Acervo could not understand its own window.');
    return { kind: 'value', value: await handlers[channel](parsed.data as ChannelRequest<C>) };
  } catch (error) {
    const plain = toPlainError(error);
    if (plain.code !== 'cancelled') log.writeError('call-failed', error, { channel });
    return { kind: 'error', error: plain };
  }
}

function isFromOurPage(event: IpcMainInvokeEvent, own: WebContents | null): boolean {
  const frame = event.senderFrame;
  if (frame === null || own === null || own.isDestroyed()) return false;
  return isTrustedSender({
    isOurWindow: event.sender === own,
    isTopFrame: frame === own.mainFrame,
    url: frame.url,
  });
}
