/** What is sent: the record as REST returns it, who caused the event, and when. The same bytes at every attempt. */
import { formatTimestamp } from '../../../lib/time.ts';

export interface BodyEvent {
  /** The record's JSON text. */
  readonly text: string;
  readonly submitter: string;
  readonly processedOn: number;
}

export function renderDeliveryBody({ text, submitter, processedOn }: BodyEvent): string {
  return `{"data":${text},"submitter":${JSON.stringify(submitter)},"processedDate":"${formatTimestamp(processedOn)}"}`;
}
