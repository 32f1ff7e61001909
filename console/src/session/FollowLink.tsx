/** Where links lead that work once: an invitation, a new password, a sign-in by one click, the set-up. The token stays in the fragment, which no server sees. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApiOrThrow } from '../api/ask.ts';
import type { Session } from '../api/people.ts';
import type { Problem as Refusal } from '../api/problem.ts';
import { Link } from '../parts/Link.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { words } from '../words/session.ts';
import { AcceptInvitation } from './AcceptInvitation.tsx';
import { SignedOutLayout } from './Entrance.tsx';
import { useCompleteSignIn } from './entered.ts';
import { ResetPassword } from './ResetPassword.tsx';
import { SetUp } from './SetUp.tsx';

/** What somebody who has the link may know before using it. */
export interface LinkPreview {
  readonly kind: 'invitation' | 'reset' | 'signin' | 'setup';
  readonly expiresOn: string;
  readonly account: { readonly id: string; readonly name: string } | null;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

export function RedeemLink({ token }: { readonly token: string }) {
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => callApiOrThrow<LinkPreview>('POST', '/Links/Look', { token }, { open: true }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (token === '') return <Dead reason={words.noToken} />;
  if (link.error?.code === 'link_dead') return <Dead reason={words.dead} />;
  if (link.data === undefined) {
    return link.error ? (
      <Failed problem={link.error} retry={() => void link.refetch()} />
    ) : (
      <Skeleton label={words.checking} />
    );
  }
  switch (link.data.kind) {
    case 'invitation':
      return <AcceptInvitation token={token} link={link.data} />;
    case 'reset':
      return <ResetPassword token={token} link={link.data} />;
    case 'setup':
      return <SetUp token={token} />;
    case 'signin':
      return <OneClick token={token} />;
  }
}

function OneClick({ token }: { readonly token: string }) {
  const entered = useCompleteSignIn();
  const { mutate, error } = useMutation<Session, Refusal>({
    mutationFn: () => callApiOrThrow<Session>('POST', '/Links/Use', { token }, { open: true }),
    onSuccess: (session) => entered(session),
  });
  useEffect(() => mutate(), [mutate]);
  if (error?.code === 'link_dead') return <Dead reason={words.dead} />;
  return error ? <Failed problem={error} retry={() => mutate()} /> : <Skeleton label={words.checking} />;
}

function Dead({ reason }: { readonly reason: string }) {
  return (
    <SignedOutLayout title={words.deadTitle}>
      <p>{reason}</p>
      <Link to="/signin">{words.backToSignIn}</Link>
    </SignedOutLayout>
  );
}

function Failed({ problem, retry }: { readonly problem: Refusal; readonly retry: () => void }) {
  return (
    <SignedOutLayout title={words.checking}>
      <ProblemMessage problem={problem} retry={retry} />
    </SignedOutLayout>
  );
}
