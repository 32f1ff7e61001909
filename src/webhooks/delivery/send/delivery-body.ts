/**
 * Body of a delivery: the record as REST returns it, who caused the event, and when. The bytes are the same at every
 * attempt.
 */
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
