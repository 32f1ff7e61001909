/** What a template asks. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { recordQuery } from '../records/data/record-data.ts';
import type { Json } from '../records/description.ts';
import type { Question } from './answers.ts';

export interface FormQuestions {
  /** Undefined while they are not known; none where no template is chosen. */
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
