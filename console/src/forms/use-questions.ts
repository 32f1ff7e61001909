/** Questions of a form template. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { recordQuery } from '../records/data/record-data.ts';
import type { Json } from '../records/description.ts';
import type { Question } from './answers.ts';

export interface FormQuestions {
  /** Questions, or undefined while they load. Empty if no template is selected. */
  readonly questions: readonly Question[] | undefined;
  readonly found: UseQueryResult;
}

export function useFormQuestions(account: string, template: Json): FormQuestions {
  const isChosen = typeof template === 'number';
  const found = useQuery({
    ...recordQuery(account, 'FormTemplates', isChosen ? template : 0),
    enabled: isChosen,
    staleTime: 60_000,
  });
  const questions = isChosen ? (found.data?.record.Fields as readonly Question[] | undefined) : [];
  return { questions, found };
}
