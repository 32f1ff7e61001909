/** Signing in: e-mail and password on one page. Every failure has the same answer; too many are counted down. */
import { useLocation, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { callApi } from '../api/ask.ts';
import type { Session } from '../api/people.ts';
import { Problem } from '../api/problem.ts';
import { Banner } from '../parts/Banner.tsx';
import { Button } from '../parts/Button.tsx';
import { PasswordInput, TextInput } from '../parts/Input.tsx';
import { Link } from '../parts/Link.tsx';
import { words } from '../words/session.ts';
import { SignedOutLayout } from './Entrance.tsx';
import { useCompleteSignIn } from './entered.ts';
import { AlternativeSignIn } from './OtherWays.tsx';
import { toConsolePath } from './where.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Somebody was in until now. It is part of no address, so a link never says it. */
    ended?: { readonly draftKept: boolean };
  }
}

/** What its address says. */
interface SignInSearch {
  readonly to?: string;
  /** What did not work before: single sign-on. */
  readonly failed?: string;
}

export function SignIn() {
  const { to, failed } = useSearch({ strict: false }) as SignInSearch;
  const ended = useLocation({ select: ({ state }) => state.ended });
  const entered = useCompleteSignIn();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const wait = useWait(problem);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || wait > 0) return;
    setBusy(true);
    const reply = await callApi<Session>('POST', '/Session', { body: { email, password }, open: true });
    setBusy(false);
    if (reply instanceof Problem) {
      setProblem(reply);
      // What was refused is typed anew; what nobody looked at is not.
      if (reply.status === 401) setPassword('');
      document.querySelector<HTMLInputElement>('input[name=password]')?.focus();
      return;
    }
    entered(reply.body, toConsolePath(to));
  };
  return (
    <SignedOutLayout title={words.signIn}>
      {ended !== undefined && problem === undefined && (
        <Banner tone="info" role="status">
          <strong>{words.ended}.</strong> {ended.draftKept ? words.goOnWithDraft : words.goOn}
        </Banner>
      )}
      {failed !== undefined && problem === undefined && (
        <Banner tone="bad" role="alert">
          <strong>{words.failed}.</strong> {failed === 'provider-away' ? words.providerAway : words.refusedThere}
        </Banner>
      )}
      {problem && (
        <Banner tone="bad" role="alert">
          <strong>{words.failed}.</strong> {wait > 0 ? words.tooOften(wait) : problem.detail}
        </Banner>
      )}
      <form onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label={words.email}
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onValue={setEmail}
        />
        <PasswordInput
          label={words.password}
          name="password"
          autoComplete="current-password"
          value={password}
          onValue={setPassword}
        />
        <Button type="submit" look="primary" writes busy={busy} why={wait > 0 ? words.tooOften(wait) : undefined}>
          {words.signIn}
        </Button>
      </form>
      <AlternativeSignIn to={toConsolePath(to)} />
      <Link to="/forgotten">{words.forgotten}</Link>
    </SignedOutLayout>
  );
}

/** Seconds until another attempt is heard. */
function useWait(problem: Problem | undefined): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const seconds = problem?.status === 429 ? (problem.retryAfter ?? 60) : 0;
    setLeft(seconds);
    if (seconds === 0) return;
    const end = Date.now() + seconds * 1_000;
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - Date.now()) / 1_000));
      setLeft(now);
      if (now === 0) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, [problem]);
  return left;
}
