/**
 * Bad models: each question is answered, by the model or its stand-in, or fails and costs nothing.
 */
import type { ChatSessionInit } from '../../schema/wire/insights.ts';
import { type FaultBench, openSample } from './bench.ts';
import type { Tally } from './tally.ts';

const MODELS = [
  'answers',
  'fails',
  'stalls',
  'breaks-midway',
  'quota',
  'forbids',
  'stalls-midway',
  'ends-midway',
  'errs-midway',
  'empty',
  'blank',
  'nonsense',
  'cut-off',
  'runs-out',
  'withholds',
  'aborts',
  'own-word',
  'thinks',
];

/** @param count how many kinds of models to try */
export async function askBadModels(bench: FaultBench, tally: Tally, count: number): Promise<void> {
  const faults: string[] = [];
  const kinds = MODELS.slice(0, count);
  const ends: Record<string, number> = {};
  for (const kind of kinds) {
    bench.model.scenario = 'answers:faults';
    const { reader, path } = await openSample(bench);
    const { data } = await reader.call<ChatSessionInit>('POST', `${path}/insights`);
    bench.model.scenario = `${kind}:faults`;
    const reply = await fetch(`${bench.product.origin}${path}/chat`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Cookie: reader.cookies.map((pair) => pair.join('=')).join('; '),
      },
      body: JSON.stringify({ message: 'What is the episode about?', sessionId: data.session.id }),
    });
    const said = await reply.text();
    const end = reply.ok ? 'answered' : 'failed in words';
    ends[end] = (ends[end] ?? 0) + 1;
    if (!isTold(reply.ok, said)) faults.push(`${kind}: ${reply.status} ${said.slice(0, 120)}`);
  }
  bench.model.scenario = 'answers:faults';
  const measured = Object.entries(ends).map(([end, times]) => `${times} ${end}`);
  tally.add('models that behave badly', kinds.length, faults, measured.join(', '));
}

function isTold(isOk: boolean, said: string): boolean {
  const reply: { response?: string; message?: string } = JSON.parse(said);
  return Boolean((isOk ? reply.response : reply.message)?.trim());
}
