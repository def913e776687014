/**
 * The number that a formula of a price list stands for: `#base * 1.2`, with variables by `#name` and `+ - * / ( )`.
 * Null where it is not such a formula. Worked out here and not by the format's library, which runs it as a program.
 */
export function evaluateFormula(formula: string, variables: ReadonlyMap<string, unknown>): number | null {
  const tokens = formula.match(/\d+(?:\.\d+)?|#[\p{L}_][\p{L}\d_]*|\S/gu) ?? [];
  let at = 0;

  const sum = (): number => {
    let result = product();
    while (tokens[at] === '+' || tokens[at] === '-') {
      result = tokens[at++] === '+' ? result + product() : result - product();
    }
    return result;
  };
  const product = (): number => {
    let result = factor();
    while (tokens[at] === '*' || tokens[at] === '/') {
      result = tokens[at++] === '*' ? result * factor() : result / factor();
    }
    return result;
  };
  const factor = (): number => {
    const token = tokens[at++] ?? '';
    if (token === '-') return -factor();
    if (token === '(') {
      const inner = sum();
      return tokens[at++] === ')' ? inner : Number.NaN;
    }
    if (!token.startsWith('#')) return /^\d/.test(token) ? Number(token) : Number.NaN;
    const variable = variables.get(token.slice(1));
    return typeof variable === 'number' ? variable : Number.NaN;
  };

  const result = sum();
  return at === tokens.length && Number.isFinite(result) ? result : null;
}
