/** Each level is a recursive call. */
const maxDepth = 100;

/**
 * Evaluates a formula of a price list, such as `#base * 1.2`: numbers, variables as `#name`, and `+ - * / ( )`. Returns
 * null for anything else, also for brackets that are nested too deeply. The format's own library passes formulas to `eval`, so they must never reach it.
 */
export function evaluateFormula(formula: string, variables: ReadonlyMap<string, unknown>): number | null {
  const tokens = formula.match(/\d+(?:\.\d+)?|#[\p{L}_][\p{L}\d_]*|\S/gu) ?? [];
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
    const variable = variables.get(token.slice(1));
    return typeof variable === 'number' ? variable : Number.NaN;
  };

  const result = sum();
  return position === tokens.length && Number.isFinite(result) ? result : null;
}
