import { buttonClass } from '../../ui/button.ts';
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
    <button
      type="button"
      className={buttonClass(isSubscribed ? 'muted' : 'solid')}
      disabled={isPending}
      onClick={() => void (isSubscribed ? unsubscribe() : subscribe())}
    >
      {isSubscribed ? 'Unsubscribe' : 'Subscribe'}
      <span className="sr-only">
        {' '}
        {isSubscribed ? 'from' : 'to'} {title}
      </span>
    </button>
  );
}
