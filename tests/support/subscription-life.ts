/** One real subscription in a real SQLite file, whose lane is worked by hand: a turn takes what is due and settles it. */

import type { AccountScope } from '../../src/accounts/account.ts';
import { createAccount } from '../../src/accounts/accounts.ts';
import { isRefused } from '../../src/accounts/refused.ts';
import { recordType } from '../../src/catalogue/index.ts';
import { addAdmin } from '../../src/people/add-admin.ts';
import { Problem } from '../../src/problems.ts';
import { createRecord } from '../../src/records/writes/create.ts';
import { patchRecord } from '../../src/records/writes/patch.ts';
import type { Shard } from '../../src/storage/shard.ts';
import { openSqliteShard } from '../../src/storage/sqlite/shard.ts';
import type { AttemptOutcome } from '../../src/webhooks/delivery/send/outcome.ts';
import { createSettlePolicy } from '../../src/webhooks/delivery/settle/settle-policy.ts';
import { findRepeatedDelivery } from '../../src/webhooks/delivery/settle/suppression.ts';
import { hashTarget } from '../../src/webhooks/delivery/settle/target-hash.ts';
import type { Delivery } from '../../src/webhooks/delivery.ts';
import type { Head, Lease, SettleInput } from '../../src/webhooks/queue.ts';
import { createSampleRecord, MAX_REAL_RECORD_ID } from '../../src/webhooks/subscriptions/sample-record.ts';
import { type Answer, AWAY, type ModelledSubscription, type Sent } from './subscription-model.ts';

export const outcomes: readonly Answer[] = [200, 200, 404, 410, 500, 'reset', 'timeout'];

const workOrders = recordType('WorkOrders');
const author = { kind: 'person', id: null, name: 'Ann', email: 'ann@example.com' } as const;
const everything = { where: [], order: [{ field: 'id', descending: false }], skip: 0, take: 1000, count: false };

export class Life {
  now = Date.parse('2026-01-31T09:30:00Z');
  readonly #file: string;
  #shard!: Shard;
  #account!: AccountScope;

  private constructor(file: string) {
    this.#file = file;
  }

  static async begin(file: string): Promise<Life> {
    const life = new Life(file);
    await life.#open();
    const account = await createAccount(
      life.#shard.accounts,
      { name: 'Life', adminEmail: author.email },
      addAdmin(life.#shard),
    );
    if (isRefused(account)) throw new Error(account.refused);
    life.#account = account;
    await life.#write(createRecord(recordType('Boards'), { Name: 'The board' }, author));
    for (let n = 0; n < 3; n++) await life.#write(createRecord(workOrders, { Name: 'At first' }, author));
    await life.#subscriptions().create(
      {
        entityType: 'WorkOrders',
        action: 'Updated',
        targetUrl: 'https://hooks.example.com/',
        name: null,
        headers: {},
        filterEntityType: 'Boards',
        filterConditionEntityID: 1,
        includeOwn: true,
        patience: null,
      },
      10,
    );
    return life;
  }

  async restart(): Promise<void> {
    await this.#shard.close();
    await this.#open();
  }

  async end(): Promise<void> {
    await this.#shard.close();
  }

  async change(record: number, content: string): Promise<void> {
    const patch = [
      { op: 'replace', path: ['Name'], value: content },
      { op: 'replace', path: ['BoardID'], value: content === AWAY ? null : 1 },
    ] as const;
    await this.#write(patchRecord(workOrders, record, patch, author));
  }

  async test(): Promise<void> {
    await this.#subscriptions().test(1, ({ entityType, action }, now) =>
      createSampleRecord(entityType, action, author.email, now),
    );
  }

  async resend(n: number): Promise<ReturnType<ModelledSubscription['resend']>> {
    const delivery = (await this.#log())[n];
    if (delivery === undefined) return 'unknown';
    return (await this.#subscriptions().resend(1, delivery.id)) instanceof Problem ? 'refused' : 'sent';
  }

  async reactivate(): Promise<void> {
    await this.#subscriptions().reactivate(1);
  }

  /** As a lane does it, without a network between. */
  async turn(answers: readonly Answer[]): Promise<Sent[]> {
    const queue = this.#shard.deliveries;
    const [lease] = (await queue.lease([1], 1)) as [Lease];
    await queue.drop(lease, 1_000);
    const heads = await queue.heads(lease, {
      records: [],
      after: 0,
      except: new Map(),
      most: 1_000,
      rested: new Set(),
      longestPauseMs: 2_000,
    });
    if (!('due' in heads)) throw new Error(`The subscription is ${heads.standing}`);
    const repeats: SettleInput[] = [];
    const sent: Head[] = [];
    for (const head of heads.due) {
      const repeated = findRepeatedDelivery(head, hashTarget(heads.target.url));
      if (repeated === undefined) sent.push(head);
      else repeats.push({ lease, delivery: head.delivery, record: head.record, repeats: repeated });
    }
    const finished = sent.map(
      (head, n): SettleInput => ({
        ...head,
        lease,
        url: heads.target.url,
        report: this.#report(answers[n % answers.length]!),
      }),
    );
    const judge = createSettlePolicy({ retryMs: 2_000, clock: this.#clock, random: Math.random });
    await queue.settle([...repeats, ...finished], judge);
    return sent.map(({ record, attempt, text }) => {
      const content = record > MAX_REAL_RECORD_ID ? 'test' : JSON.parse(text!).Name;
      return { record, content, attempt };
    });
  }

  async look(): Promise<ReturnType<ModelledSubscription['look']>> {
    const { active } = (await this.#subscriptions().find(1))!;
    const log = await this.#log();
    const places = new Map(log.map(({ id }, place) => [id, place]));
    return {
      active,
      deliveries: log.map(({ recordID, cause, state, attempts, repeats }) => ({
        record: recordID,
        cause,
        state,
        attempts: attempts.length,
        repeats: repeats === null ? null : places.get(repeats)!,
      })),
    };
  }

  get #clock() {
    return { now: () => this.now };
  }

  async #open(): Promise<void> {
    this.#shard = await openSqliteShard({ shardID: 's1', file: this.#file, role: 'server', clock: this.#clock });
  }

  #subscriptions() {
    return this.#shard.subscriptions(this.#account, 'int_life');
  }

  async #log() {
    const found = await this.#shard.deliveryLog(this.#account, 'int_life').list(1, everything);
    if (found === undefined || found instanceof Problem) throw new Error('There is no log');
    return JSON.parse(String(found.body)) as (Delivery & { attempts: unknown[] })[];
  }

  async #write(change: ReturnType<typeof patchRecord> | Problem): Promise<void> {
    if (change instanceof Problem) throw new Error(change.detail);
    const changed = await this.#shard.records(this.#account).change(change);
    if (changed instanceof Problem) throw new Error(changed.detail);
  }

  #report(answer: Answer) {
    const outcome: AttemptOutcome =
      typeof answer === 'number'
        ? { kind: 'answered', status: answer }
        : { kind: 'failed', error: answer, message: 'It did not work.' };
    const timings = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs: 1 };
    return { outcome, timings, answerStart: null, retryAfterMs: null, startedOn: this.now, decidedOn: this.now };
  }
}
