/** As much of the package as the mail server of the tests uses; it brings no types of its own. */
declare module 'smtp-server' {
  import type { Server } from 'node:net';
  import type { Readable } from 'node:stream';

  interface Session {
    envelope: { rcptTo: { address: string }[] };
  }
  type Done = (failure?: Error | null) => void;

  export class SMTPServer {
    constructor(options: {
      disabledCommands?: string[];
      authOptional?: boolean;
      disableReverseLookup?: boolean;
      onAuth?(
        auth: { username: string; password: string },
        session: Session,
        done: (failure: Error | null, answer?: { user: string }) => void,
      ): void;
      onRcptTo?(address: { address: string }, session: Session, done: Done): void;
      onData?(stream: Readable, session: Session, done: Done): void;
    });
    server: Server;
    listen(port: number, host: string, listening: () => void): void;
    close(closed: () => void): void;
    on(event: 'error', heard: (failure: Error) => void): void;
  }
}
