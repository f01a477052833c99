import { WifiOff } from 'lucide-react';
import { CONNECTION_LOST } from './texts.ts';
import type { SocketStatus } from './use-chat-socket.ts';

/**
 * Says that the connection was lost and is being restored. It belongs above the input: further up, it would move the
 * tabs and the text each time the connection drops.
 */
export function ConnectionStatus({ status }: { status: SocketStatus }) {
  return (
    <div role="status" className="chat-connection">
      {status === 'lost' && (
        <p className="chat-status">
          <WifiOff size={16} aria-hidden /> {CONNECTION_LOST}
        </p>
      )}
    </div>
  );
}
