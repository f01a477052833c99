/** Finds the small changes that make a source file behave differently, and writes them into it. */
import { parseSync } from 'vite';

export interface Mutant {
  id: number;
  /** Path from the root of the project. */
  file: string;
  line: number;
  start: number;
  end: number;
  original: string;
  replacement: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const OPPOSITES: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

/** Nodes without run-time expressions: types, imports, re-exports and decorators. */
const SKIPPED =
  /^TS(?!AsExpression|NonNullExpression|SatisfiesExpression)|^(Import|ExportAll|ExportNamed|Decorator)/;
const FUNCTIONS = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

/** Returns the mutants of a file, without ids. Only code inside functions is changed. */
export function mutantsOf(file: string, source: string): Omit<Mutant, 'id'>[] {
  const found: Omit<Mutant, 'id'>[] = [];
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length;
  const text = ({ start, end }: Node) => source.slice(start, end);
  const add = (node: Node, replacement: string) => {
    const { start, end } = node;
    found.push({ file, line: lineOf(start), start, end, original: text(node), replacement });
  };

  const mutate = (node: Node) => {
    const operator = String(node.operator ?? '');
    switch (node.type) {
      case 'BinaryExpression':
      case 'LogicalExpression': {
        const opposite = OPPOSITES[operator];
        const { left, right } = node as unknown as { left: Node; right: Node };
        // Subtracting strings gives NaN, which any test notices.
        const isText = operator === '+' && /['"`]/.test(text(node));
        if (opposite && !isText) add(node, `(${text(left)}) ${opposite} (${text(right)})`);
        break;
      }
      case 'UnaryExpression':
        if (operator === '!') add(node, text(node.argument as Node));
        break;
      case 'ConditionalExpression':
        add(node, text(node.consequent as Node));
        add(node, text(node.alternate as Node));
        break;
      case 'Literal':
        if (typeof node.value === 'boolean') add(node, String(!node.value));
        else if (typeof node.value === 'number') add(node, String(node.value + 1));
        else if (typeof node.value === 'string' && node.value !== '') add(node, "''");
        break;
      case 'ExpressionStatement': {
        const expression = node.expression as Node;
        const called = expression.type === 'AwaitExpression' ? expression.argument : expression;
        if ((called as Node).type === 'CallExpression') add(expression, 'undefined');
        break;
      }
      case 'IfStatement':
        add(node.test as Node, 'true');
        add(node.test as Node, 'false');
        break;
    }
  };

  const visit = (node: Node, isInFunction: boolean) => {
    if (SKIPPED.test(node.type) && node.type !== 'ExportNamedDeclaration') return;
    const isInside = isInFunction || FUNCTIONS.test(node.type);
    if (isInFunction) mutate(node);
    for (const [field, value] of Object.entries(node)) {
      if (isName(node, field)) continue;
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child)) visit(child, isInside);
      }
    }
  };
  visit(parseSync(file, source).program as unknown as Node, false);
  return found;
}

/** Whether a field of a node must not be changed: keys, member names, types, assignment targets. */
function isName(node: Node, field: string): boolean {
  if (field === 'key' || field === 'property') return node.computed !== true;
  if (field === 'typeAnnotation' || field === 'typeArguments' || field === 'returnType')
    return true;
  // A loop that never ends would stop the whole run.
  if (/^(For|While|DoWhile)/.test(node.type)) return field !== 'body' && field !== 'right';
  return field === 'left' && /^Assignment/.test(node.type);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/**
 * Returns the source with all mutants in it, each behind a switch: `__mutant(id)` is true for the
 * mutant that is switched on, and records that the code reached it.
 */
export function withSwitches(source: string, mutants: readonly Mutant[]): string {
  const write = (from: number, to: number, inner: readonly Mutant[]): string => {
    let written = '';
    let place = from;
    let rest = [...inner].sort((one, other) => one.start - other.start || other.end - one.end);
    while (rest[0]) {
      const { start, end } = rest[0];
      const same = rest.filter((one) => one.start === start && one.end === end);
      const within = rest.filter(
        (one) => one.start >= start && one.end <= end && !same.includes(one),
      );
      const original = write(start, end, within);
      const switched = same.reduce(
        (otherwise, { id, replacement }) => `(__mutant(${id}) ? (${replacement}) : (${otherwise}))`,
        original,
      );
      written += source.slice(place, start) + switched;
      place = end;
      rest = rest.filter((one) => one.start >= end);
    }
    return written + source.slice(place, to);
  };
  return write(0, source.length, mutants);
}
