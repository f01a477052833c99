import type { z } from 'zod';

export interface Tool<Input extends z.ZodObject> {
  name: string;
  title: string;
  /** For the model that chooses among tools. */
  description: string;
  input: Input;
  /** Whether it changes nothing of the reader's. */
  isReadOnly: boolean;
  /** @throws ApiRefusal if the API refuses */
  run: (input: z.output<Input>) => Promise<Record<string, unknown>>;
}

/** Checks a tool's parts against each other; tools of different inputs then fit into one list. */
export function makeTool<Input extends z.ZodObject>(tool: Tool<Input>): Tool<z.ZodObject> {
  return tool as unknown as Tool<z.ZodObject>;
}
