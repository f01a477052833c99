import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { User } from '../../schema/wire/accounts.ts';
import { SubscribedPodcasts } from '../features/catalogue/SubscribedPodcasts.tsx';
import { dropDraft } from '../features/content/draft.ts';
import { cacheStatusQuery, feedTroubles } from '../features/episodes/queries.ts';
import { AccessTokens } from '../features/profile/AccessTokens.tsx';
import { AccountDeletion } from '../features/profile/AccountDeletion.tsx';
import { PasswordChange } from '../features/profile/PasswordChange.tsx';
import { ProfileDetails } from '../features/profile/ProfileDetails.tsx';
import { ProfileForm, profileForm } from '../features/profile/ProfileForm.tsx';
import { SessionList } from '../features/profile/SessionList.tsx';
import { Protected } from '../features/session/Protected.tsx';
import { buttonClass } from '../ui/button.ts';
import { Screen } from '../ui/Screen.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { hasStoredFields } from '../ui/stored-fields.ts';
import { toastAcrossReload } from '../ui/toast-across-reload.ts';
import { LeaveGuard } from './LeaveGuard.tsx';

export function ProfileScreen() {
  return (
    <Screen title="Your Profile">
      <Protected skeleton={<ProfileSkeleton />}>{(user) => <Profile user={user} />}</Protected>
    </Screen>
  );
}

function Profile({ user }: { user: User }) {
  const [mode, setMode] = useState<'view' | 'edit' | 'back'>(() =>
    hasStoredFields(profileForm(user.id)) ? 'edit' : 'view',
  );
  const { data: troubles } = useQuery({
    ...cacheStatusQuery,
    refetchInterval: false,
    select: feedTroubles,
  });
  return (
    <>
      <div className="mt-8 max-w-2xl panel p-5 md:p-8">
        {mode === 'edit' ? (
          <ProfileForm
            user={user}
            guard={(isUnsaved) => <LeaveGuard isUnsaved={isUnsaved} />}
            onCancel={() => setMode('back')}
            onSaved={() => {
              // Before the page reloads, which the form would ask about.
              flushSync(() => setMode('back'));
              toastAcrossReload({ title: 'Success', description: 'Profile updated successfully' });
              window.location.reload();
            }}
          />
        ) : (
          <ProfileDetails user={user} hasFocus={mode === 'back'} onEdit={() => setMode('edit')} />
        )}
      </div>
      <div className="mt-14">
        <SubscribedPodcasts
          troubles={troubles}
          browse={
            <Link to="/podcasts" className={buttonClass('solid')}>
              Browse Podcasts
            </Link>
          }
        />
      </div>
      <section aria-labelledby="security" className="mt-16 max-w-2xl">
        <h2 id="security" className="text-2xl">
          Password and Devices
        </h2>
        <p className="mt-2 mb-5 text-quiet">
          If you don't recognize a device, log it out and change your password.
        </p>
        <SessionList
          actions={<PasswordChange user={user} />}
          onLoggedOut={() => {
            toastAcrossReload({ title: 'Success', description: 'Logged out successfully' });
            window.location.assign('/login');
          }}
        />
      </section>
      <div className="mt-16 max-w-2xl">
        <AccessTokens userId={user.id} />
      </div>
      <div className="mt-16">
        <AccountDeletion
          user={user}
          onDeleted={() => {
            dropDraft(user.id);
            toastAcrossReload({ title: 'Success', description: 'Your account has been deleted' });
            window.location.assign('/');
          }}
        />
      </div>
    </>
  );
}

function ProfileSkeleton() {
  return (
    <>
      <div className="mt-8 max-w-2xl">
        <Skeleton className="h-96 rounded-2xl" />
      </div>
      <Skeleton className="mt-14 h-8 w-72" />
    </>
  );
}
