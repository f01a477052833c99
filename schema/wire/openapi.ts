/** The part of an OpenAPI description that the reference shows. */

export interface JsonSchema {
  [keyword: string]: unknown;
}

export interface ApiParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
  description?: string;
}

type Content = Record<string, { schema: JsonSchema }>;

export interface ApiOperation {
  operationId: string;
  summary: string;
  tags: string[];
  /** Empty if no authentication is required. */
  security: Record<string, never[]>[];
  parameters?: ApiParameter[];
  requestBody?: { required: true; content: Content };
  /** By status, or by a range such as 4XX. */
  responses: Record<string, { description: string; content?: Content } | { $ref: string }>;
}

/** The reply of `GET /api/openapi.json`: OpenAPI 3.1. */
export interface ApiDescription {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string | undefined }[];
  /** By path, then by method in lower case. */
  paths: Record<string, Record<string, ApiOperation>>;
  components: object;
}
