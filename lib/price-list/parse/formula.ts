/** Each level is a recursive call. */
const maxDepth = 100;

/** Whether a text is meant as a formula: it has a variable, or only numbers and operators. "99+" is a text. */
export function isFormula(text: string): boolean {
  if (text.includes('#')) return true;
  return /\d/.test(text) && /^[\d\s.+*/()-]+$/.test(text) && !/^[\d.]+\s*\+$/.test(text);
}

function parseLiteralKey(token: string): string | null {
  if (/^\d+$/.test(token)) return token;
  return /^(['"]).*\1$/.test(token) ? token.slice(1, -1) : null;
}

/**
 * Evaluates a formula of a price list, such as `#base * 1.2`: numbers, variables as `#name`, parts of variables as `#price.eu`,
 * `#price['eu']` or `#price[#region]`, and `+ - * / ( )`. Returns null for anything else, also for brackets that are
 * nested too deeply. The format's own library passes formulas to `eval`, so they must never reach it.
 */
export function evaluateFormula(formula: string, variables: ReadonlyMap<string, unknown>): number | null {
  const tokens =
    formula.match(/\d+(?:\.\d+)?|#[\p{L}_][\p{L}\d_]*|\.[\p{L}_][\p{L}\d_]*|'[^']*'|"[^"]*"|\S/gu) ?? [];
  let position = 0;
  let depth = 0;

  const sum = (): number => {
    let result = product();
    while (tokens[position] === '+' || tokens[position] === '-') {
      result = tokens[position++] === '+' ? result + product() : result - product();
    }
    return result;
  };
  const product = (): number => {
    let result = factor();
    while (tokens[position] === '*' || tokens[position] === '/') {
      result = tokens[position++] === '*' ? result * factor() : result / factor();
    }
    return result;
  };
  const factor = (): number => {
    const token = tokens[position++] ?? '';
    if (token === '-' || token === '(') {
      depth += 1;
      if (depth > maxDepth) return Number.NaN;
      const inner = token === '-' ? -factor() : sum();
      depth -= 1;
      return token === '-' || tokens[position++] === ')' ? inner : Number.NaN;
    }
    if (!token.startsWith('#')) return /^\d/.test(token) ? Number(token) : Number.NaN;
    const value = readVariable(token);
    return typeof value === 'number' ? value : Number.NaN;
  };
  const readVariable = (token: string): unknown => {
    let value = variables.get(token.slice(1));
    for (
      let next = tokens[position] ?? '';
      next === '[' || /^\../.test(next);
      next = tokens[position] ?? ''
    ) {
      position += 1;
      value = readPart(value, next === '[' ? readKey() : next.slice(1));
    }
    return value;
  };
  /** The key between brackets: a number, a text in quotes, or a variable. */
  const readKey = (): unknown => {
    const token = tokens[position++] ?? '';
    depth += 1;
    const isVariable = token.startsWith('#') && depth <= maxDepth;
    const key = isVariable ? readVariable(token) : parseLiteralKey(token);
    depth -= 1;
    return tokens[position++] === ']' ? key : null;
  };

  const result = sum();
  return position === tokens.length && Number.isFinite(result) ? result : null;
}

function readPart(value: unknown, key: unknown): unknown {
  if (typeof value !== 'object' || value === null || (typeof key !== 'string' && typeof key !== 'number'))
    return null;
  return Object.hasOwn(value, key) ? (value as Record<string | number, unknown>)[key] : null;
}
