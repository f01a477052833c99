import { savedContentSchema } from '../content.ts';
import { inRoom } from './operation.ts';

export const CONTENT_OPERATIONS = inRoom('content', {
  'GET /api/content': {
    summary: 'Read the text of the editor',
    status: 200,
    description: 'The last saved text and its version.',
    schema: savedContentSchema,
  },
  'POST /api/content': {
    summary: 'Save the text of the editor',
    status: 200,
    description: 'The saved text and its new version.',
    schema: savedContentSchema,
  },
});
