import { Button } from '@radix-ui/themes';
import { useSubscribing } from './subscriptions.ts';

export function SubscribeButton({
  podcastId,
  title,
  isSubscribed,
}: {
  podcastId: string;
  title: string;
  isSubscribed: boolean;
}) {
  const { isPending, subscribe, unsubscribe } = useSubscribing(podcastId);
  return (
    <Button
      size="2"
      variant={isSubscribed ? 'soft' : 'solid'}
      color={isSubscribed ? 'gray' : undefined}
      disabled={isPending}
      onClick={() => void (isSubscribed ? unsubscribe() : subscribe())}
    >
      {isSubscribed ? 'Unsubscribe' : 'Subscribe'}
      <span className="sr-only">
        {' '}
        {isSubscribed ? 'from' : 'to'} {title}
      </span>
    </Button>
  );
}
