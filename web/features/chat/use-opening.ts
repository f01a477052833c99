import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useEffect, useEffectEvent, useRef, useState } from 'react';
import { toast } from '../../ui/toasts.ts';
import { createSession, fetchConversation } from './calls.ts';
import type { ConversationAction } from './conversation.ts';
import { type OpeningStep, openSession, SetupError, throwSetupError } from './open-session.ts';
import { transcriptQuery } from './queries.ts';
import * as texts from './texts.ts';
import type { ConversationInput } from './use-conversation.ts';

/** Opens a conversation that has no session yet: at once, and again for a question if that failed. */
export function useOpening(
  input: ConversationInput,
  dispatch: Dispatch<ConversationAction>,
  onLoggedOut: () => void,
) {
  const { episodeId, sessionId } = input;
  const queryClient = useQueryClient();
  const [step, setStep] = useState<OpeningStep>(sessionId === null ? 'toTranscript' : 'session');
  const [episodeTitle, setEpisodeTitle] = useState<string | null>(null);
  const [isEpisodeGone, setIsEpisodeGone] = useState(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const tellInsight = useEffectEvent(input.onInsight);
  /** If the reader has left meanwhile, don't bring them back. */
  const tellSession = useEffectEvent((made: string) => {
    if (isMounted.current) input.onSession(made);
  });

  const begin = async (): Promise<string> => {
    const had = input.resumes
      ? // A new session in its place would seem to have lost it.
        await fetchConversation(episodeId, null).catch(throwSetupError)
      : null;
    if (had) {
      dispatch({ type: 'server', event: had });
      tellSession(had.session.id);
      return had.session.id;
    }
    const session = await openSession(
      {
        fetchTranscript: async () =>
          episodeId !== null && queryClient.ensureQueryData(transcriptQuery(episodeId)),
        createSession: () => createSession(episodeId, input),
      },
      setStep,
    );
    dispatch({ type: 'initialised', session });
    setEpisodeTitle(session.episodeTitle);
    // Reported even if the reader has left, because the work continues.
    tellInsight(session.insightStatus);
    tellSession(session.id);
    return session.id;
  };
  /** Only one opening runs at a time; further callers share it. */
  const opening = useRef<Promise<string> | null>(null);
  /** Returns the session's id. Each caller reports a failure in its own words. */
  const open = (): Promise<string> => {
    opening.current ??= begin()
      .catch((error: unknown) => {
        setStep('failed');
        if (error instanceof SetupError && error.isLoggedOut) onLoggedOut();
        throw error;
      })
      .finally(() => {
        opening.current = null;
      });
    return opening.current;
  };
  const openAtOnce = useEffectEvent(() => {
    open().catch((error: unknown) => {
      const known = error instanceof SetupError ? error : null;
      if (known?.isLoggedOut) return;
      if (known?.isNotFound) setIsEpisodeGone(true);
      dispatch({ type: 'notice', content: texts.SETUP_FAILED });
      if (input.isGenerating) {
        input.onInsight('failed', known?.refusal);
        return;
      }
      toast({
        title: 'Chat Initialization Failed',
        description: known?.message ?? texts.NO_SESSION,
        variant: 'destructive',
      });
    });
  });
  useEffect(() => {
    if (sessionId === null && opening.current === null) openAtOnce();
  }, [sessionId]);
  return { open, step, episodeTitle, isEpisodeGone };
}
