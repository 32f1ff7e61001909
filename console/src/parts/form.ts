/** State of a form that is sent once at a time: progress, the problem, and errors by field. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { faultsByField, type Problem } from '../api/problem.ts';

export interface FormState {
  readonly busy: boolean;
  readonly problem: Problem | undefined;
  /** True if an attempt since the last success had no answer. The service may have processed it. */
  readonly unanswered: boolean;
  /** Errors by field name in the request. */
  readonly faults: Readonly<Record<string, string>>;
  submit(event?: FormEvent): void;
}

/**
 * Manages a form. `send` throws a Problem if the service rejects the request. The first invalid field gets the focus;
 * it is found by its `name`.
 */
export function useForm<T>(send: () => Promise<T>, done: (result: T) => void): FormState {
  const [unanswered, setUnanswered] = useState(false);
  const { mutate, isPending, error } = useMutation<T, Problem>({
    mutationFn: send,
    onSuccess: (result) => {
      setUnanswered(false);
      done(result);
    },
    onError: (problem) => {
      if (problem.status === 0) setUnanswered(true);
      focusOn(Object.keys(faultsByField(problem))[0]);
    },
  });
  return {
    busy: isPending,
    problem: error ?? undefined,
    unanswered,
    faults: faultsByField(error),
    submit(event) {
      event?.preventDefault();
      if (!isPending) mutate();
    },
  };
}

function focusOn(name: string | undefined): void {
  if (name === undefined) return;
  // Waits until the error is rendered.
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus());
}
