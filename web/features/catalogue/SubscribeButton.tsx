import { buttonClass } from '../../ui/button.ts';
import { useKeptFocus } from '../../ui/kept-focus.ts';
import { useSubscribing } from './subscriptions.ts';

/**
 * @param describedBy id of the element that names the podcast; the button's own text does not
 * @param onUnsubscribed called after unsubscribing, for lists where the card and its button disappear
 * and the focus must move
 */
export function SubscribeButton({
  podcastId,
  isSubscribed,
  describedBy,
  onUnsubscribed,
}: {
  podcastId: string;
  isSubscribed: boolean;
  describedBy: string;
  onUnsubscribed?: () => void;
}) {
  const { isPending, subscribe, unsubscribe } = useSubscribing(podcastId);
  return (
    <button
      ref={useKeptFocus(isPending)}
      type="button"
      className={buttonClass(isSubscribed ? 'muted' : 'solid')}
      disabled={isPending}
      aria-describedby={describedBy}
      onClick={() => {
        if (!isSubscribed) void subscribe();
        else void unsubscribe().then((isDone) => isDone && onUnsubscribed?.());
      }}
    >
      {isSubscribed ? 'Unsubscribe' : 'Subscribe'}
    </button>
  );
}
