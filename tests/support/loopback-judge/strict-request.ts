import { z } from 'zod';
import { schemaFault } from './strict-schema';

const text = z.string();
const messageSchema = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: text }),
  z.strictObject({ role: z.literal('developer'), content: text }),
  z.strictObject({ role: z.literal('user'), content: text }),
  z.strictObject({ role: z.literal('assistant'), content: text }),
]);

/** The part of the format that Assay has a use for; whatever else is sent is a mistake. */
const requestSchema = z.strictObject({
  model: z.string().min(1),
  messages: z.array(messageSchema).min(1),
  response_format: z.strictObject({
    type: z.literal('json_schema'),
    json_schema: z.strictObject({
      name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
      strict: z.literal(true),
      description: z.string().optional(),
      schema: z.record(z.string(), z.unknown()),
    }),
  }),
  seed: z.int().optional(),
  temperature: z.number().min(0).max(2).optional(),
  max_completion_tokens: z.int().min(1).optional(),
});
export type ChatRequest = z.infer<typeof requestSchema>;

export interface Refusal {
  status: number;
  message: string;
  code: string | null;
  param: string | null;
}

/** The body as the real service would take it, or its refusal. */
export function readChatRequest(
  body: string,
): { ok: true; request: ChatRequest } | { ok: false; refusal: Refusal } {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return refuse('We could not parse the JSON body of your request.', null, null);
  }
  const read = requestSchema.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    const param = issue?.path.join('.') ?? '';
    if (issue?.code === 'unrecognized_keys') {
      const name = [...issue.path, ...issue.keys.slice(0, 1)].join('.');
      return refuse(`Unknown parameter: '${name}'.`, 'unknown_parameter', name);
    }
    return refuse(`Invalid value for '${param}': ${issue?.message ?? ''}`, 'invalid_value', param);
  }
  const { name, schema } = read.data.response_format.json_schema;
  const fault = schemaFault(schema);
  if (fault !== null)
    return refuse(`Invalid schema for response_format '${name}': ${fault}.`, null, 'response_format');
  return { ok: true, request: read.data };
}

function refuse(message: string, code: string | null, param: string | null): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: { status: 400, message, code, param } };
}
