/** Tells the other tabs of this browser that a login began or is over. */

export type SessionWord = 'begun' | 'over';

const CHANNEL = 'tidemark-session';

export class SessionNews {
  private readonly channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);

  constructor(heard: (said: SessionWord) => void) {
    this.channel?.addEventListener('message', ({ data }: MessageEvent<SessionWord>) => heard(data));
  }

  tell(said: SessionWord): void {
    this.channel?.postMessage(said);
  }
}
