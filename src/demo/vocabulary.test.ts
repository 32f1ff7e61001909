import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { harbour } from './harbour/firm.ts';
import { fieldID } from './records/configuration.ts';
import { ridgeway } from './ridgeway/firm.ts';
import { sizes } from './sizes.ts';

for (const firm of [harbour, ridgeway]) {
  describe(`the words of ${firm.key}`, () => {
    it('are as many as the firm has boards, asset statuses and form templates', () => {
      assert.equal(firm.boards.length, sizes.demo.Boards);
      assert.equal(firm.assetStatuses.length, sizes.demo.AssetStatuses);
      assert.equal(firm.formTemplates.length, sizes.demo.FormTemplates);
      assert.equal(new Set(firm.assetStatuses.map(([, base]) => base)).size, 4);
    });

    it('fill forms only from templates that are in use', () => {
      const positions = [
        ...firm.kinds.flatMap(({ form, serviceForm }) => [form ?? [], serviceForm ?? []].flat()),
        ...firm.generalForms,
      ];
      for (const position of positions)
        assert.equal(firm.formTemplates[position - 1]?.status, 'Published', `${position}`);
    });

    it('give every field of a template an ID of its own', () => {
      for (const { name, fields } of firm.formTemplates) {
        const ids = fields.map(([label]) => fieldID(label));
        assert.equal(new Set(ids).size, ids.length, name);
        for (const id of ids) assert.match(id, /^[a-z0-9-]{1,60}$/);
      }
    });

    it('say what can be read wherever a number is asked for', () => {
      for (const [name, type, , reading] of [...firm.repairSteps, ...firm.kinds.flatMap(({ steps }) => steps)]) {
        assert.equal(reading !== undefined, type === 'Number' || type === 'Meter', name);
        if (reading) assert.ok(reading[0] < reading[1], name);
      }
    });

    it('read a meter only on what has one', () => {
      for (const { name, steps, meter } of firm.kinds) {
        assert.ok(meter !== undefined || steps.every(([, type]) => type !== 'Meter'), name);
      }
    });

    it('mount parts only in kinds that are no parts themselves', () => {
      for (const { partOf } of firm.kinds) {
        const whole = firm.kinds.find(({ name }) => name === partOf);
        if (partOf !== undefined) assert.ok(whole !== undefined && whole.partOf === undefined, partOf);
      }
    });

    it('lay out fifty places to a site, each within an earlier one', () => {
      assert.equal(firm.places.length, 50);
      for (const [index, { within, name }] of firm.places.entries()) {
        assert.ok(index === 0 ? within === null : within !== null && within < index, name);
      }
      for (const { place, name } of firm.kinds)
        assert.ok(
          firm.places.some(({ role }) => role === place),
          name,
        );
    });
  });
}
