/**
 * Generates the API's description from its routes, what they validate, and the schemas of their replies.
 */
import type { Hono } from 'hono';
import { z } from 'zod';
import type {
  ApiDescription,
  ApiOperation,
  ApiParameter,
  JsonSchema,
} from '../../schema/wire/openapi.ts';
import type { Operation, Reply } from '../../schema/wire/replies/operation.ts';
import { requireSession, requireToken, requireUser } from '../accounts/require-user.ts';
import { sessionCookieName } from '../accounts/sessions.ts';
import { plainTextErrors } from '../platform/requests/error-replies.ts';
import { type Contract, contractOf } from '../platform/requests/validate.ts';

type Route = Pick<Hono['routes'][number], 'method' | 'path' | 'handler'>;

const ANY_METHOD = 'ALL';

const DESCRIPTION = `The calls that the web app makes, for your own programs. Send an access token from your profile as \`Authorization: Bearer …\`. The scope \`read\` allows GET, the scope \`write\` everything else. Bodies are JSON.`;

/** What each group of calls is about. */
const TAGS: Record<string, string> = {
  accounts: 'Logging in, the profile, sessions and access tokens.',
  brief: 'The weekly brief by mail.',
  catalogue: 'Podcasts, covers and subscriptions.',
  chat: 'Conversations about an episode or about all podcasts.',
  content: 'The text of the editor.',
  digest: 'The weekly digests.',
  episodes: 'Recent episodes, their pages and transcripts.',
  insights: 'Insights into an episode, made by the assistant.',
  library: 'Saved insights and past conversations.',
  listening: 'Positions in episodes, and kept moments.',
  'outgoing-feeds': 'Private RSS feeds of digests and saved insights.',
  'own-podcasts': 'Podcasts that a reader added, and lists of podcasts as OPML.',
  platform: 'The state of the service.',
  programs: 'This description, and the endpoint for assistants.',
  quiz: 'Quizzes and their results.',
  review: 'The daily review.',
  search: 'Search everything that a reader may see.',
  sources: "A reader's own texts.",
  transfers: 'Exports and imports of everything.',
};

/**
 * Describes the API as OpenAPI 3.1.
 *
 * @param routes of the app
 * @param operations what each route answers, by 'METHOD /path'; routes without one are left out
 * @param origin of the deployment
 */
export function describeApi(
  routes: readonly Route[],
  operations: Record<string, Operation>,
  origin: string,
): ApiDescription {
  const plain = new Set(
    routes.filter(({ handler }) => handler === plainTextErrors).map(({ path }) => path),
  );
  const handlersOf = new Map<string, Route['handler'][]>();
  for (const { method, path, handler } of routes) {
    if (method === ANY_METHOD) continue;
    const door = `${method} ${path}`;
    handlersOf.set(door, [...(handlersOf.get(door) ?? []), handler]);
  }
  const paths: ApiDescription['paths'] = {};
  for (const [door, handlers] of handlersOf) {
    const operation = operations[door];
    if (!operation) continue;
    const [method = '', path = ''] = door.split(' ');
    const key = path.replace(/:(\w+)/g, '{$1}');
    paths[key] = {
      ...paths[key],
      [method.toLowerCase()]: {
        operationId: operationId(method, path),
        ...describeOperation(operation, path, handlers, plain.has(path)),
      },
    };
  }
  const tags = [...new Set(Object.values(operations).map(({ tag }) => tag))].sort();
  return {
    openapi: '3.1.0',
    info: { title: 'Dripcast', version: '1.0.0', description: DESCRIPTION },
    servers: [{ url: origin }],
    tags: tags.map((name) => ({ name, description: TAGS[name] })),
    paths,
    components: describeComponents(origin),
  };
}

const describeComponents = (origin: string) => ({
  securitySchemes: {
    token: { type: 'http', scheme: 'bearer', description: 'An access token from the profile.' },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookieName(origin),
      description: 'The cookie of the web app.',
    },
  },
  schemas: {
    Error: {
      type: 'object',
      required: ['error', 'message'],
      properties: {
        error: { type: 'string', description: 'A code for programs.' },
        message: { type: 'string', description: 'A message for people.' },
      },
    },
  },
  responses: {
    Refused: {
      description: 'Refused. The message says why.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
    RefusedInWords: {
      description: 'Refused. The body says why.',
      content: { 'text/plain': { schema: { type: 'string' } } },
    },
  },
});

function describeOperation(
  operation: Operation,
  path: string,
  handlers: Route['handler'][],
  isPlain: boolean,
): Omit<ApiOperation, 'operationId'> {
  const contracts = handlers.map(contractOf).filter((one) => one !== undefined);
  const schemaFor = (target: Contract['target']) =>
    contracts.find((contract) => contract.target === target)?.schema;
  const [params, query, headers] = [schemaFor('param'), schemaFor('query'), schemaFor('header')];
  const body = schemaFor('json');
  const parameters = [
    ...pathParameters(path, params),
    ...(query ? parametersOf(query, 'query') : []),
    ...(headers ? parametersOf(headers, 'header') : []),
  ];
  const replies = [operation, ...(operation.also ?? [])].map((reply) => [
    String(reply.status),
    describeReply(reply),
  ]);
  const refused = `#/components/responses/${isPlain ? 'RefusedInWords' : 'Refused'}`;
  return {
    summary: operation.summary,
    tags: [operation.tag],
    security: securityOf(handlers),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: jsonContent(inputSchema(body)) } } : {}),
    responses: { ...Object.fromEntries(replies), '4XX': { $ref: refused } },
  };
}

function describeReply({
  description,
  schema,
  contentType,
}: Reply): ApiOperation['responses'][string] {
  if (schema) {
    const body = toJson(schema, 'output');
    return { description, content: { [contentType ?? 'application/json']: { schema: body } } };
  }
  if (contentType === undefined) return { description };
  return { description, content: { [contentType]: { schema: { type: 'string' } } } };
}

function securityOf(handlers: Route['handler'][]): ApiOperation['security'] {
  if (handlers.includes(requireUser)) return [{ token: [] }, { session: [] }];
  if (handlers.includes(requireSession)) return [{ session: [] }];
  return handlers.includes(requireToken) ? [{ token: [] }] : [];
}

/** The parameters of the path, described if the route validates them. */
function pathParameters(path: string, schema: z.ZodType | undefined): ApiParameter[] {
  const described = schema ? parametersOf(schema, 'path') : [];
  return [...path.matchAll(/:(\w+)/g)].map(
    ([, name = '']) =>
      described.find((one) => one.name === name) ?? {
        name,
        in: 'path' as const,
        required: true,
        schema: { type: 'string' },
      },
  );
}

function parametersOf(schema: z.ZodType, place: ApiParameter['in']): ApiParameter[] {
  const { properties = {}, required = [] } = inputSchema(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property;
    const isRequired = place === 'path' || required.includes(name);
    return {
      name,
      in: place,
      required: isRequired,
      schema: rest,
      ...(typeof description === 'string' ? { description } : {}),
    };
  });
}

/**
 * The schema of the input. For a schema with preprocessing that would be any value, so its output is
 * described instead.
 */
function inputSchema(schema: z.ZodType): JsonSchema {
  const input = toJson(schema, 'input');
  const output = toJson(schema, 'output');
  const [sent, made] = [input.properties, output.properties] as (JsonSchema | undefined)[];
  if (!sent || !made) return input;
  const properties = Object.fromEntries(
    Object.entries(sent).map(([name, property]) => {
      const isVague = Object.keys(property as JsonSchema).length === 0;
      return [name, isVague ? (made[name] ?? property) : property];
    }),
  );
  return { ...input, properties };
}

function toJson(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      nameProperties(jsonSchema);
      // The format says the same.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  return json;
}

/** A record with known keys is described by its fields. */
function nameProperties(schema: JsonSchema): void {
  const { propertyNames, additionalProperties, required } = schema;
  if (!Array.isArray(required) || !propertyNames || schema.properties) return;
  schema.properties = Object.fromEntries(required.map((name) => [name, additionalProperties]));
  delete schema.propertyNames;
  delete schema.additionalProperties;
}

const jsonContent = (schema: JsonSchema) => ({ 'application/json': { schema } });

/** 'PUT /api/user/insights/:id' → 'putUserInsightsId' */
function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/api/, '')
    .split(/[^a-z\d]+/i)
    .filter(Boolean);
  const upper = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `${method.toLowerCase()}${upper.join('')}`;
}
