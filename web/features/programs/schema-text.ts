import type { JsonSchema } from '../../../schema/wire/openapi.ts';

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON Schema in the notation of TypeScript, one field a line. */
export function schemaText(schema: JsonSchema, indent = ''): string {
  const variants = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(variants)) return join(variants, ' | ', indent);
  if (Array.isArray(schema.allOf)) return join(schema.allOf, ' & ', indent);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) {
    return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  }
  if (Array.isArray(schema.type)) {
    return join(
      schema.type.map((type) => ({ ...schema, type })),
      ' | ',
      indent,
    );
  }
  switch (schema.type) {
    case 'object':
      return objectText(schema, indent);
    case 'array':
      return arrayText(schema, indent);
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

function join(schemas: unknown[], separator: string, indent: string): string {
  return schemas
    .filter(isSchema)
    .map((one) => schemaText(one, indent))
    .join(separator);
}

function objectText(schema: JsonSchema, indent: string): string {
  const { properties, required, additionalProperties } = schema;
  if (!isSchema(properties)) {
    return isSchema(additionalProperties)
      ? `Record<string, ${schemaText(additionalProperties, indent)}>`
      : '{}';
  }
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, property]) => {
    const mark = Array.isArray(required) && required.includes(name) ? '' : '?';
    const text = isSchema(property) ? schemaText(property, inner) : 'unknown';
    const note =
      isSchema(property) && typeof property.description === 'string'
        ? `  // ${property.description}`
        : '';
    return `${inner}${name}${mark}: ${text}${note}`;
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
}

function arrayText({ items, prefixItems }: JsonSchema, indent: string): string {
  if (Array.isArray(prefixItems)) return `[${join(prefixItems, ', ', indent)}]`;
  if (!isSchema(items)) return 'unknown[]';
  const text = schemaText(items, indent);
  return text.includes(' | ') && !text.startsWith('{') ? `(${text})[]` : `${text}[]`;
}
