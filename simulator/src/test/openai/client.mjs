// The official OpenAI client against a simulated server: prints one line of JSON per thing tried.
import OpenAI from 'openai';

const [url, key] = process.argv.slice(2);
const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 });
const messages = [{ role: 'user', content: 'Say hi, please' }];
const say = (name, value) => console.log(JSON.stringify({ name, value }));
const refused = async (name, call) => {
  try {
    await call();
    say(name, 'not refused');
  } catch (error) {
    say(name, [error.constructor.name, error.status, error.message]);
  }
};

const models = await client.models.list();
const model = models.data[0].id;
say('models', models.data.map((it) => [it.id, it.owned_by]));

const whole = await client.chat.completions.create({ model, messages, max_completion_tokens: 4, n: 2 });
say('chat', [whole.object, whole.choices.length, whole.choices[0].message.role, whole.usage.prompt_tokens]);

const stream = await client.chat.completions.create({
  model, messages, max_tokens: 5, stream: true, stream_options: { include_usage: true }, ignore_eos: true,
});
let text = '';
let chunks = 0;
let finish = null;
let usage = null;
for await (const chunk of stream) {
  chunks += 1;
  text += chunk.choices[0]?.delta?.content ?? '';
  finish = chunk.choices[0]?.finish_reason ?? finish;
  usage = chunk.usage ?? usage;
}
say('stream', [chunks, text.split(' ').length, finish, usage.completion_tokens]);

const helped = await client.chat.completions
  .stream({ model, messages, max_tokens: 5, logprobs: true, top_logprobs: 1, ignore_eos: true })
  .finalChatCompletion();
say('accumulated', [helped.choices[0].message.content === text, helped.choices[0].logprobs.content.length]);

const completion = await client.completions.create({ model, prompt: ['a b', 'c'], max_tokens: 3, ignore_eos: true });
say('completions', [completion.choices.length, completion.usage.total_tokens]);

const left = await client.chat.completions.create({ model, messages, max_tokens: 4000, stream: true, ignore_eos: true });
for await (const chunk of left) {
  if (chunk.choices[0]?.delta?.content) break; // the client cuts the connection
}
say('left', 'done');

await refused('unknown model', () => client.chat.completions.create({ model: 'gpt-5', messages }));
await refused('too long', () => client.chat.completions.create({ model, messages, max_tokens: 1000000 }));
await refused('wrong key', () =>
  new OpenAI({ baseURL: `${url}/v1`, apiKey: 'wrong', maxRetries: 0 }).models.list());
