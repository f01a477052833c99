import { WifiOff } from 'lucide-react';
import { CONNECTION_LOST } from './texts.ts';
import type { SocketStatus } from './use-chat-socket.ts';

/** Says that the connection was lost and is being restored. */
export function ConnectionStatus({ status }: { status: SocketStatus }) {
  return (
    <div role="status">
      {status === 'lost' && (
        <p className="chat-status">
          <WifiOff size={16} aria-hidden /> {CONNECTION_LOST}
        </p>
      )}
    </div>
  );
}
