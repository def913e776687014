/** Something the operator can put right. Shown as its message alone, without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
