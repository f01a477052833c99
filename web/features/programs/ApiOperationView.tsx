import type { ApiOperation, ApiParameter } from '../../../schema/wire/openapi.ts';
import { FoldChevron } from '../../ui/FoldChevron.tsx';
import { PathText } from './PathText.tsx';
import { schemaText } from './schema-text.ts';

/** One API operation on one line. Expands to its parameters, body and replies. */
export function ApiOperationView({
  path,
  method,
  operation,
}: {
  path: string;
  method: string;
  operation: ApiOperation;
}) {
  const { summary, security, parameters = [], requestBody, responses } = operation;
  return (
    <details>
      <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-3 gap-y-1 py-3">
        <span className="w-16 shrink-0 font-mono text-sm font-medium text-accent uppercase">
          {method}
        </span>
        <PathText className="min-w-0 grow basis-0">{path}</PathText>
        <FoldChevron size={16} />
        <span className="basis-full text-sm text-quiet">{summary}</span>
      </summary>
      <div className="flex flex-col gap-4 pb-5 text-sm">
        <p className="text-quiet">{accessOf(security)}</p>
        {parameters.length > 0 && (
          <Block title="Parameters" text={parameters.map(parameterText).join('\n')} />
        )}
        {requestBody && <Bodies title="Body" content={requestBody.content} />}
        {Object.entries(responses).map(([status, reply]) =>
          '$ref' in reply ? null : (
            <div key={status} className="flex flex-col gap-2">
              <p>
                <span className="font-mono">{status}</span> {reply.description}
              </p>
              {reply.content && <Bodies title="Reply" content={reply.content} />}
            </div>
          ),
        )}
      </div>
    </details>
  );
}

function accessOf(security: ApiOperation['security']): string {
  if (security.length === 0) return 'Public.';
  if (security.some((one) => 'token' in one)) return 'With an access token.';
  return 'Only in the app, with a session.';
}

const parameterText = ({ name, in: place, required, schema, description }: ApiParameter) =>
  `${name}${required ? '' : '?'}: ${schemaText(schema)}  // ${[`in the ${place}`, description].filter(Boolean).join(': ')}`;

function Bodies({
  title,
  content,
}: {
  title: string;
  content: NonNullable<ApiOperation['requestBody']>['content'];
}) {
  return Object.entries(content).map(([type, { schema }]) => (
    <Block
      key={type}
      title={type === 'application/json' ? title : `${title} (${type})`}
      text={schemaText(schema)}
    />
  ));
}

function Block({ title, text }: { title: string; text: string }) {
  return (
    <figure>
      <figcaption className="font-medium">{title}</figcaption>
      <pre className="mt-1 rounded-lg bg-(--gray-a3) p-3 font-mono text-xs leading-relaxed break-words whitespace-pre-wrap">
        {text}
      </pre>
    </figure>
  );
}
